import type { imports as english, Undone } from '../en/imports.ts'
import { withoutUnit, type SameAs } from '../writing.ts'
import { begun, listed } from './differences.ts'

const GIVEN = { capacity: 'ein Fassungsvermögen', commodity: 'eine Frucht', type: 'ein Typ' }
const ADDED = { store: 'das Lager', bay: 'die Box', capacity: 'das Fassungsvermögen' }
const UNDONE: Record<Undone, string> = {
  capacity: 'Das Fassungsvermögen wurde',
  area: 'Die Fläche wurde',
  position: 'Die Lage wurde',
  boundary: 'Die Grenze wurde',
  yield: 'Der Ertrag wurde',
  crop: 'Die Kultur wurde',
  load: 'Die Fuhre wurde',
  count: 'Die Zählung wurde',
  contract: 'Der Kontrakt wurde',
  order: 'Der Auftrag wurde',
}

/** Lists the values that could stand there instead; empty if there are none. */
function choices(names: string[]): string {
  return names.length === 0 ? '' : `, es gibt: ${names.join(', ')}`
}

export const imports: SameAs<typeof english> = {
  reasons: ({ reasons }, { messages }) => messages(reasons),
  inUnit: ({ reason, unit }, { messages }) => `${messages([reason])}, in ${unit}`,
  confirmRow: ({ reason }, { messages }) =>
    `${messages([reason])}: bitte berichtigen oder die Zeile bestätigen`,
  columnLooksOdd: ({ column, reason }, { messages }) => `${column}: ${messages([reason])}.`,
  areaIsOdd: ({ area, least, most }, write) =>
    `ist ${write.area(area)}, ein Schlag hat meist ${withoutUnit(write.area(least))} bis ${write.area(most)}`,
  weightIsOdd: ({ weight, least, most, of }, write) =>
    `ist ${write.weight(weight)}, ${of === 'lorry' ? 'ein Lkw lädt' : 'eine Box fasst'} meist ${withoutUnit(write.weight(least))} bis ${write.weight(most)}`,
  yieldIsOdd: ({ value, least, most }, write) =>
    `ist ${write.yield(value)}, ein Schlag bringt meist ${withoutUnit(write.yield(least))} bis ${write.yield(most)}`,
  moistureIsOdd: ({ value, least, most }, { figure }) =>
    `ist ${figure(value)} %, Getreide hat meist ${figure(least)} bis ${figure(most)} %`,
  isYearsFromNow: ({ years }, { counted, figure }) =>
    counted(years, {
      one: 'liegt ein Jahr von heute entfernt',
      other: `liegt ${figure(years)} Jahre von heute entfernt`,
    }),
  positionIsOdd: ({ isSwapped }) =>
    isSwapped
      ? 'Breite und Länge sind vertauscht; umgekehrt liegen sie in Ihrem Land'
      : 'Breite und Länge liegen nicht in Ihrem Land',
  differsThere: ({ of, ...difference }, write) =>
    `${of === 'store' ? 'Lager: ' : ''}${begun(difference, write)}; ein Import ändert das nicht.`,
  weightDiffers: ({ there, here }, { weight }) =>
    `Gewicht: gespeichert ${weight(there)}, in der Zeile ${weight(here)}; ein Import ändert es nicht, eine Bestandsaufnahme schon.`,
  isOtherStock: ({ differences }, write) =>
    `ist ein anderer Bestand: ${listed(differences, write)}. Bitte berichtigen, oder diese Zelle leer lassen, um die Zeile als weiteren Bestand einzutragen`,
  stockWasEntered: () => 'Der Bestand wurde eingetragen.',
  stockWasThere: () => 'Dieser Bestand war schon eingetragen; nichts kam hinzu.',
  rowHasReference: ({ row }) => `Zeile ${row} der Datei hat dieselbe Referenz und sagt etwas anderes.`,
  earlierRowHasReference: () => 'Eine frühere Zeile der Datei hat dieselbe Referenz und sagt etwas anderes.',
  severalAreAlike: () =>
    'Es wurden schon mehrere Posten eingetragen, die dieser Zeile bis auf das Gewicht gleichen: bitte jedem eine Referenz geben oder diese Zeile weglassen.',
  stockWasEnteredOtherwise({ was, is, isTooOld }, { weight }) {
    const said =
      was === is
        ? 'Dieser Bestand war schon eingetragen, und die Zeile sagt etwas anderes darüber'
        : `Dieser Bestand war schon mit ${weight(was)} eingetragen, und die Zeile hat ${weight(is)}`
    return isTooOld
      ? `${said}. Das ist zu lange her, um es aus einer Datei zu berichtigen: bitte die Box aufnehmen.`
      : `${said}. Zum Berichtigen bitte die Datei mit update=true senden; ist es ein anderer Bestand, bitte der Zeile eine eigene Referenz geben.`
  },
  stockWasCorrected: ({ was, is }, { weight }) =>
    was === is
      ? 'Der Bestand wurde berichtigt.'
      : `Der Bestand wurde berichtigt: aus ${weight(was)} wurden ${weight(is)}.`,
  isNoBayOfStore: ({ store, bays }, { listed }) =>
    `ist keine Box von „${store}“, seine Boxen sind: ${listed(bays) || 'keine'}`,
  bayIsNeeded: ({ store, bays }, { listed }) =>
    `wird gebraucht, die Boxen von „${store}“ sind: ${listed(bays) || 'keine'}`,
  isNotInBushels: () => 'ist in Bushel angegeben, und diese Frucht wird nicht in Bushel gewogen',
  isNameOfSeveral: ({ count }, { figure }) =>
    `steht bei Ihnen für ${figure(count)} Orte: bitte unter „Betrieb“ angeben, welcher gemeint ist`,
  isNoPlaceOfYours: ({ what }) =>
    what === 'fields'
      ? 'ist keiner Ihrer Schläge: Unter diesem Namen gibt es keinen'
      : 'ist keines Ihrer Lager: Unter diesem Namen gibt es keines',
  isNeededWith: ({ given }) => `wird gebraucht, wenn ${GIVEN[given]} angegeben ist`,
  needsBeside: ({ coordinate }) =>
    `braucht ${coordinate === 'latitude' ? 'eine Breite' : 'eine Länge'} daneben`,
  wasAdded: ({ what }) => `Hinzugefügt: ${what.map((each) => ADDED[each]).join(', ')}.`,
  allWasThere: () => 'Das alles gab es schon; nichts kam hinzu.',
  rowHasCapacity: ({ row, was, is }, { weight }) =>
    `Zeile ${row} der Datei hat dafür ${weight(was)}, diese Zeile ${weight(is)}.`,
  capacityDiffers: ({ there, here }, { weight }) =>
    `Für die Box sind ${weight(there)} gespeichert, in der Zeile stehen ${weight(here)}; ein Import ändert das nicht.`,
  fieldWasMade: () => 'Der Schlag wurde angelegt.',
  fieldWasThere: () => 'Den Schlag gab es schon; nichts kam hinzu.',
  fieldWasMadeBefore: () => 'Dieser Schlag wurde schon angelegt; nichts kam hinzu.',
  rowHasField: ({ row }) => `Zeile ${row} der Datei hat denselben Schlag und sagt etwas anderes.`,
  areaWasFilled: ({ area }, write) =>
    `Den Schlag gab es schon, ohne Fläche: Jetzt hat er ${write.area(area)}.`,
  areaWasChanged: ({ was, is }, { area }) => `Die Fläche war ${area(was)} und ist jetzt ${area(is)}.`,
  rowHasCrop: ({ row }) =>
    `Zeile ${row} der Datei hat dieselbe Kultur auf demselben Schlag und sagt etwas anderes.`,
  fieldIsThere: ({ area }, write) =>
    `Einen Schlag dieses Namens gibt es schon, ${area === undefined ? 'aus einem anderen Schlag' : `mit ${write.area(area)}`}: bitte dem neuen einen anderen Namen geben.`,
  yieldWasSet: () => 'Der erwartete Ertrag wurde eingetragen.',
  yieldWasThere: () => 'Der erwartete Ertrag war schon so; nichts wurde geändert.',
  rowHasYield: ({ row, was, is }, write) =>
    `Zeile ${row} hat für diese Kultur ${write.yield(was)}, diese Zeile ${write.yield(is)}. Die letzte Zeile zählt: Ist das falsch, bitte diese Zeile weglassen und die Datei noch einmal senden.`,
  hasNoSuchCrop: () => 'hat keine solche Kultur',
  yearIsNeeded: ({ years }) => `muss genauer sein: Auf dem Schlag stehen Kulturen von ${years.join(', ')}`,
  commodityIsNeeded: () => 'muss genauer sein: Auf dem Schlag stehen mehrere',
  isCropOfOtherField: () =>
    'ist eine Kultur auf einem anderen Ihrer Schläge: bitte Schlag oder Datensatz berichtigen',
  isOtherCrop: ({ crop, mayEnter }) =>
    `passt nicht zur Kultur unter „Datensatz“, das ist ${crop.join(', ')}: bitte eines von beiden berichtigen oder ${
      mayEnter ? '„Datensatz“ leer lassen, um eine weitere Kultur einzutragen' : 'diese Zelle leer lassen'
    }`,
  isNoArea: ({ what }) => `Das ist keine Fläche (${what}): ausgelassen.`,
  rowHasOutline: ({ row }) =>
    `Zeile ${row} der Datei hat denselben Schlag mit einer anderen Grenze: bitte die Teile eines Schlags als eine Form zeichnen.`,
  outlineComesTwice: () => 'Diese Grenze kommt zweimal vor.',
  fieldWasMadeWithBoundary: ({ area }, write) =>
    `Der Schlag wurde mit seiner Grenze angelegt: ${write.area(area)}.`,
  outlineDiffers: ({ outline, area }, write) =>
    `Die Grenze umschließt ${write.area(outline)}, der Schlag hat ${write.area(area)}, und das bleibt.`,
  positionIsOutside: () => 'Die Lage des Schlags liegt außerhalb der Grenze und bleibt.',
  boundaryStays: () => 'Der Schlag hat eine andere Grenze, und die bleibt.',
  sendUpdate: () => 'Zum Ersetzen bitte update=true senden.',
  outlineWasNotTaken: ({ refusal }, { messages }) =>
    `Fläche und Lage wurden nicht aus der Grenze übernommen: ${messages([refusal])}`,
  boundaryWasThere: () => 'Der Schlag hatte diese Grenze schon; nichts wurde geändert.',
  boundaryWasSet({ how, area, position }, write) {
    const done = {
      replaced: 'Die Grenze wurde ersetzt',
      new: 'Der Schlag hat jetzt seine Grenze',
      there: 'Die Grenze gab es schon',
    }
    const taken = [
      ...(area === undefined ? [] : [`seine Fläche ist jetzt ${write.area(area)}`]),
      ...(position ? ['seine Lage wurde daraus übernommen'] : []),
    ]
    return `${[done[how], ...taken].join('; ')}.`
  },
  typeIsNeeded: ({ types }) => `wird gebraucht${choices(types)}`,
  isNoGradeOfType: ({ grades }) => `ist keine Güte dieser Frucht und dieses Typs${choices(grades)}`,
  isNoCommodityTag: ({ name }) => `ist kein Merkmal von Früchten: ${name}`,
  stockHasGoneOn: ({ movementId, atUTC, timeZone, weight }, write) =>
    `Ein Teil dieses Bestands ist inzwischen weitergegangen: Bewegung ${movementId} vom ${write.day(atUTC, timeZone)}, ${write.weight(weight)}. Bitte zuerst diese Fuhre löschen.`,
  cannotBeUndone: () =>
    'Das lässt sich von hier nicht zurücknehmen: bitte von Hand oder mit einer anderen Datei berichtigen.',
  unitIsInUse: () => 'Der Betriebsteil wird gebraucht.',
  wasChangedSince: ({ what }) => `${UNDONE[what]} inzwischen geändert.`,
  cropHasGoneOn: () =>
    'Mit der Kultur ging es schon weiter: Sie wurde geerntet, beprobt, geteilt oder berichtigt.',
  placeIsInUse: () => 'Dort liegt oder steht etwas, oder lag: Bestand, eine Kultur, eine Box, eine Notiz.',
  bayHasCapacity: () => 'Die Box hat inzwischen ein Fassungsvermögen bekommen.',
  bayHasStock: () => 'In der Box liegt Bestand oder lag welcher.',
  isNoTypeOf: ({ commodity, types }) => `ist kein Typ von ${commodity}${choices(types)}`,
  typesDisagree: ({ type, commodity, otherType }) =>
    `ist ${type}, und „${commodity}“ ist ${otherType}: bitte eines von beiden berichtigen`,
  isNoCommodityCountry: () => 'ist kein Ländercode aus zwei Buchstaben, für den es hier Früchte gibt',
  isNoGradeIn: ({ country }) => `ist dafür keine Güte in ${country}`,
  sendWholeFile: () =>
    'Bitte die Zeile in der ganzen Datei berichtigen und diese noch einmal senden: Eine Güte behält nur, was ihr die letzte Datei gibt.',
  gradeHadNone: () => 'Die Güte hatte schon vorher keine eigenen Sorten.',
  gradeKeepsFile: () => 'Die Güte behält nur die Sorten, die ihr die Datei gibt.',
  varietyWasThere: () => 'Die Sorte stand schon in der Liste.',
  varietyIsListed: () => 'Die Sorte steht in der Liste.',
}
