import type { places as english } from '../en/places.ts'
import type { SameAs } from '../writing.ts'

export const places: SameAs<typeof english> = {
  doesNotExist: ({ id }) => `gibt es hier nicht: ${id}`,
  isNoBay: ({ store, bay }) => `ist keine Box von ${store}: ${bay}`,
  isNoNoteReason: ({ reasonId }) => `ist kein Grund für eine Notiz zum Lager: ${reasonId}`,
  isNoBusinessUnit: ({ given }) =>
    given === undefined ? 'ist keiner Ihrer Betriebsteile' : `ist keiner Ihrer Betriebsteile: ${given}`,
  isNoStorage: ({ id }) => `ist keiner Ihrer Lagerorte: ${id}`,
  isNoCommodityId: ({ id }) => `ist keine bekannte Frucht: ${id}`,
  isGivenTwice: () => 'ist zweimal angegeben',
  isCapacityTwice: () => 'ist zweimal angegeben; eine Box hat je Frucht ein Fassungsvermögen',
  fieldHasNoBays: () => 'muss leer sein: Ein Schlag hat keine Boxen',
  isSmallerThanCrop: ({ planted, crop }, { area }) =>
    `ist weniger als die ${area(planted)}, auf denen „${crop}“ steht`,
  placesAreMissing: () =>
    'Mindestens einen dieser Orte gibt es nicht, oder er gehört Ihnen nicht. Nichts wurde geändert.',
  fieldsAreMissing: () =>
    'Mindestens einen dieser Schläge gibt es nicht, oder er gehört Ihnen nicht. Nichts wurde geändert.',
  isNoFieldOfYours: () => 'ist keiner Ihrer Schläge',
  hasNoArea: () => 'hat keine Fläche, die sich teilen lässt; bitte zuerst die Fläche des Schlags angeben',
  isUnderSquareMetre: () => 'muss mindestens ein Quadratmeter sein (0,0001 ha)',
  isMoreThanLeft: ({ left }, { area }) => `ist mehr als die ${area(left)}, die vom Schlag noch übrig sind`,
  isPartAlready: ({ name }) => `heißt schon ein anderer Teil dieses Schlags: ${name}`,
  isNeededBeside: ({ coordinate }) =>
    `wird neben ${coordinate === 'latitude' ? 'der Breite' : 'der Länge'} gebraucht`,
  newBayNeedsName: () => 'wird für eine neue Box gebraucht',
  isBayAlready: ({ name }) => `heißt schon eine andere Box dieses Lagers: ${name}`,
  stockIsInBay: () => 'darf höchstens ein Ort sein: Der Bestand liegt in dieser Box',
  storeHasNoBoundary: () => 'muss wegbleiben: Ein Lager hat keine Grenze',
  capacitiesWereRemoved: ({ removed }) =>
    `Diese Fassungsvermögen fehlten in der Anfrage und wurden entfernt: ${removed
      .map(({ bay, commodity }) => `${bay}, ${commodity}`)
      .join('; ')}. POST …/commodities fügt eines hinzu und lässt die anderen stehen.`,
  placesBelongTo: ({ count, unit }, { counted, figure }) =>
    counted(count, {
      one: `Ein Lagerort gehört jetzt zu ${unit}.`,
      other: `${figure(count)} Lagerorte gehören jetzt zu ${unit}.`,
    }),
  fieldsWereMade: ({ names }, { counted, figure, listed }) =>
    counted(names.length, {
      one: `Der Schlag ${names[0]} wurde angelegt.`,
      other: `${figure(names.length)} Schläge wurden angelegt: ${listed(names)}.`,
    }),
  planOfPlace({ name, conflicts, movements }, { counted, figure }) {
    const planned = counted(movements, {
      one: `Für ${name} ist eine Bewegung geplant`,
      other: `Für ${name} sind ${figure(movements)} Bewegungen geplant`,
    })
    const broken = counted(conflicts, {
      one: 'und es gibt einen Konflikt',
      other: `und es gibt ${figure(conflicts)} Konflikte`,
    })
    return `${movements === 0 ? `Für ${name} ist nichts geplant` : planned}, ${conflicts === 0 ? 'und es gibt keinen Konflikt' : broken}.`
  },
  ownerHasPeople: ({ name }) =>
    `Bei ${name} gibt es hier schon Benutzer: Einer von ihnen lädt weitere ein, unter Einstellungen, Personen und Rollen.`,
  invitedTooMany: ({ limit }, { figure }) =>
    `Ihr Betrieb hat an einem Tag ${figure(limit)} Eigentümer eingeladen, mehr sind nicht möglich. Bitte morgen noch einmal versuchen.`,
  partnerIsKnown: ({ name }) => `Diesen Partner kennen Sie schon: ${name}.`,
  partnerNameIsTaken: ({ name }) =>
    `So heißt schon ein anderer Partner: ${name}. Wenn beide derselbe sind, bitte zusammenführen.`,
  partnerIsItself: () => 'ist der Partner, zu dem sie werden sollen',
  isNamedTwice: () => 'ist zweimal genannt',
  isNoPartner: ({ id }) => `ist keiner Ihrer Partner: ${id}`,
  partnersWereMerged({ names, into, movements, records, contracts }, { counted, figure, listed }) {
    const changed = [
      counted(movements, { one: 'eine Bewegung', other: `${figure(movements)} Bewegungen` }),
      counted(records, { one: 'ein Bestand', other: `${figure(records)} Bestände` }),
      counted(contracts, { one: 'ein Lagervertrag', other: `${figure(contracts)} Lagerverträge` }),
    ]
    return `${listed(names)} mit ${into} zusammengeführt. Geändert: ${changed.join(', ')}.`
  },
  stockStaysApart: ({ commodity, harvestYear, store, bay }) =>
    `Zwei von ihnen hatten ${commodity ?? 'Bestand'} ${harvestYear} in ${store}, ${bay}, jeder als eigenen Bestand, darum können sie nicht ein Eigentümer werden.`,
  partnerNeedsName: () => 'wird gebraucht, wenn der Partner diesen Dienst nicht benutzt',
  isOrganisationId: ({ name }) => `gehört ${name}, und dieser Betrieb benutzt den Dienst selbst`,
}
