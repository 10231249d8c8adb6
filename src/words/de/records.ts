import type { records as english } from '../en/records.ts'
import type { SameAs } from '../writing.ts'
import { A_PLACE, KINDS, reasonNamed, ROLES, SOURCES, CHOICES, MOVEMENT_CHOICES } from './stock-terms.ts'

export const records: SameAs<typeof english> = {
  mayNotAdjust: ({ role, able }, { or }) =>
    `Mit Ihrer Rolle (${ROLES[role]}) dürfen Sie Bestand bewegen, aber nicht berichtigen: Dafür braucht es die Rolle ${or(able.map((each) => ROLES[each]))}.`,
  mayOnlyTakeIn: ({ role, able }, { or }) =>
    `Mit Ihrer Rolle (${ROLES[role]}) dürfen Sie Ware annehmen, aber keinen anderen Bestand erfassen: Dafür braucht es die Rolle ${or(able.map((each) => ROLES[each]))}.`,
  isForStockToCorrect: () => 'ist für Bestand; eine stehende Frucht hat kein Gewicht zu berichtigen',
  isForStockToEmpty: () => 'ist für Bestand; eine stehende Frucht wird nicht geleert',
  isNoId: ({ given }) => `ist keine Nummer, wie sie hier vergeben wird: „${given}“`,
  isFutureStock: () => 'liegt in der Zukunft; für Ware, die schon da ist, bitte ein Datum bis heute angeben',
  isForeignOwner: () =>
    'ist ein anderer Betrieb: für Ware, die Sie für ihn lagern, bitte owned auf false setzen',
  isYourselfAsOwner: () => 'ist Ihr eigener Betrieb: bitte owned auf true setzen',
  isPlantingOrIntake: () => 'ist entweder eine Aussaat oder eine Anlieferung',
  isOtherSource: ({ type, actual }) =>
    actual === 'existing'
      ? `ist als ${SOURCES[type]} angegeben, aber source enthält keine ${SOURCES[type]}`
      : `ist als ${SOURCES[type]} angegeben, aber source enthält eine ${SOURCES[actual]}`,
  needsField: () => 'muss den Schlag nennen',
  needsBay: () => 'muss die Box nennen',
  isForeignStorer: () => 'muss Ihr eigener Betrieb sein: Wer lagert, erfasst, was er lagert',
  isUnknownStorage: ({ id }) => `gibt es nicht: ${id}`,
  isOtherPlace: ({ type, name, actual }) => `ist ${A_PLACE[type]}, aber „${name}“ ist ${A_PLACE[actual]}`,
  isStoreAndNoField: ({ name }) => `ist das Lager „${name}“; eine Aussaat braucht einen Schlag`,
  isFieldAndNoStore: ({ name }) => `ist der Schlag „${name}“; Bestand liegt in der Box eines Lagers`,
  isNoBayOf({ name, isGiven, bays }) {
    const lack = isGiven ? `gibt es in „${name}“ nicht` : 'wird gebraucht'
    const named = bays.map((bay) => `${bay.id} (${bay.name})`).join(', ')
    return named === ''
      ? `${lack}; „${name}“ hat keine Boxen`
      : `${lack}; die Boxen von „${name}“ sind ${named}`
  },
  isLargerThanField: (field, { area }) => `ist mehr, als der Schlag hat: ${area(field.area)}`,
  isGivenByTicket: () => 'sagt dasselbe wie der Wiegeschein: bitte nur eines von beiden angeben',
  hasSharesWithoutIntake: () =>
    'hat Anteile, und die sind für die Teile einer Anlieferung: bitte Gewichte angeben',
  isNeededInKilograms: () => 'wird gebraucht, in Kilogramm',
  isOtherThanSum: ({ given, sum }, { weight }) =>
    `beträgt ${weight(given)}, aber die Gewichte in storage ergeben zusammen ${weight(sum)}`,
  isNoReason: () => 'ist keiner der Gründe für eine Bestandskorrektur',
  isReasonForLoss: ({ reasonName, countOf, added }, { weight }) =>
    `ist „${reasonNamed(reasonName)}“, und das nimmt Bestand weg; ${countOf === undefined ? 'die Korrektur' : `die Zählung von „${countOf}“`} bringt ${weight(added)} hinzu`,
  isReasonForGain: ({ reasonName, countOf, taken }, { weight }) =>
    `ist „${reasonNamed(reasonName)}“, und das bringt Bestand hinzu; ${countOf === undefined ? 'die Korrektur' : `die Zählung von „${countOf}“`} nimmt ${weight(taken)} weg`,
  isNoPercentage: (_, { figure }) => `muss ein Prozentsatz von 0 bis 100 sein, wie ${figure(14.5)}`,
  isUnknownCommodity: ({ id }) => `ist keine bekannte Ware: ${id}`,
  isUnknownTag: ({ id }) => `gibt es nicht: Merkmal ${id}`,
  excludeEachOther: ({ one, other }) => `${one} und ${other} schließen einander aus`,
  isOtherKind: ({ name, actual, kind }) => `passt nicht: ${name} ist ${KINDS[actual]}, keine ${KINDS[kind]}`,
  isNoTypeId: ({ name, id }, { commodity }) => `ist kein Typ von ${commodity(name)}: ${id}`,
  isNoGrade: ({ id }) => `ist keine Güte dieser Ware und dieses Typs: ${id}`,
  isAnotherHarvestYear: ({ harvestYear }) => `nennt ein anderes Jahr als das Erntejahr ${harvestYear}`,
  isForPlanting: () => 'ist für eine Aussaat; das hier ist Bestand',
  isFutureCount: () => 'liegt in der Zukunft; gezählt werden kann nur, was da ist',
  isCountedTwice: () => 'ist zweimal genannt; ein Bestand wird einmal gezählt',
  isStandingCrop: ({ name }) =>
    `„${name}“ ist eine stehende Frucht; bitte stattdessen im Ernteplan die Restfläche ändern.`,
  needsMeasurement: () => 'muss einen Messwert haben, wenn weder eine Datei noch eine Güte dabei ist',
  isMeasuredTwice: () => 'ist zweimal gemessen',
  isNoFileOfYours: ({ id }) => `ist keine Datei von Ihnen: ${id}`,
  hasTooManyFiles: ({ limit }, { figure }) =>
    `ist eine zu viel: Eine Korrektur hat höchstens ${figure(limit)} Dateien`,
  hasTooManyDates: ({ count, limit }, { figure }) =>
    `ergibt ${figure(count)} Tage, und höchstens ${figure(limit)} werden beantwortet; bitte größere Schritte nehmen`,
  wouldBecomeTheSame: ({ name }) =>
    `In der Box liegt schon eine Partie dieses Erntejahrs und dieser Art, „${name}“; zwei Partien können nicht dieselbe werden.`,
  choiceName: ({ name }) => CHOICES[name],
  movementChoiceName: ({ name }) => MOVEMENT_CHOICES[name],
  isNoLogo: () => 'ist kein PNG, JPEG oder SVG, das sich lesen lässt',
  isAfterStatement: () => 'liegt nach dem Ende des Auszugs',
  paperIsIssued: ({ replaces }) =>
    replaces ? 'Der Beleg ist ausgestellt und ersetzt den vorigen.' : 'Der Beleg ist ausgestellt.',
  paperIsCopied: ({ copy }) => `Auf dem Beleg steht dasselbe wie zuvor: Das ist Kopie ${copy}.`,
  isNoNumberPattern: () =>
    'ist kein Muster für Nummern: Es hat eine Stelle für die Ziffern, etwa {0000}, und daneben Text, {store}, {yy} und {yyyy}',
  patternNeedsYear: () =>
    'braucht {yy} oder {yyyy}: Jedes Jahr beginnt wieder bei 1, und zwei Belege hätten dieselbe Nummer',
  patternNeedsStore: () =>
    'braucht {store}: Jedes Lager beginnt bei 1, und zwei Belege hätten dieselbe Nummer',
  isOfNoStore: () => 'gilt nur für Belege eines einzelnen Lagers, und das sind diese nicht',
  isCodeOfAnotherStore: ({ code }) => `${code} ist schon das Kürzel eines anderen Lagers`,
}
