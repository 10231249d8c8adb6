import type { loads as english } from '../en/loads.ts'
import type { SameAs } from '../writing.ts'
import { A_PLACE, ROLES } from './stock-terms.ts'

export const loads: SameAs<typeof english> = {
  mayNotWriteOffMore: ({ role, weight }, write) =>
    `Mit Ihrer Rolle (${ROLES[role]}) dürfen Sie Bestand bewegen, aber nicht berichtigen: Damit würden ${write.weight(weight)} mehr ausgebucht, als dort lagen, als die Box leer gemeldet wurde.`,
  isEditedTwice: () => 'ist zweimal genannt; jede Bewegung wird nur einmal geändert',
  needsReasonToCorrect: () =>
    'wird gebraucht: Ihr Betrieb will wissen, warum eine Bewegung berichtigt oder gelöscht wird',
  wasGivenAnotherKind: () =>
    'Herkunft oder Ziel haben inzwischen ein anderes Erntejahr oder einen anderen Status, und die beiden dürfen nicht gemischt werden.',
  isForLoadThatComesIn: () =>
    'ist für eine Fuhre, die hereinkommt: Was abgeht, wird dort gemessen, wo es liegt, mit POST /api/inventory/records/{id}/samples',
  isForLoadToBeWeighed: () =>
    'ist für eine Fuhre, die noch nicht voll und leer gewogen ist: Was schon hereingekommen ist, wird dort gemessen, wo es liegt, mit POST /api/inventory/records/{id}/samples',
  isAsWeighed: ({ weight, movementId }, write) =>
    `beträgt ${write.weight(weight)}, wie voll und leer gewogen; zum Berichtigen einer Wiegung bitte die Wiegewerte an PUT /api/inventory/movements/${movementId}/actions senden`,
  intakeNeedsBay: () =>
    'Eine Anlieferung kommt in eine eigene Box: Bitte das Lager angeben (destination.storageId).',
  leavesNothingForThisPart: ({ net, others }, { weight }) =>
    `ergibt ${weight(net)} für die Fuhre, davon haben ihre anderen Teile ${weight(others)}: Für diesen Teil bleibt nichts`,
  leavesNothingForOtherParts: ({ part, net }, { weight }) =>
    `beträgt ${weight(part)}, und die ganze Fuhre wog ${weight(net)}: Für ihre anderen Teile bleibt nichts`,
  partsWouldWeighOtherwise: ({ sum, net }, { weight }) =>
    `ergäbe für die Teile des Wiegescheins ${weight(sum)}, und die Fuhre wog ${weight(net)}; bitte die Gewichte der anderen Teile mit an PUT /api/inventory/movements/bulk senden, oder andere Wiegewerte an PUT /api/inventory/movements/{id}/actions`,
  hasTooManyLoads: ({ limit }, { figure }) =>
    `umfasst mehr als ${figure(limit)} gewogene Fuhren: bitte einen kürzeren Zeitraum angeben`,
  noLoadWasWeighed: () => 'In dieser Zeit wurde keine Fuhre gewogen.',
  isBeforeStart: () => 'liegt vor dem Beginn',
  isFactorOfOne: () => 'darf nicht 1 sein: Das ändert nichts',
  movementIsOfAnotherRecord: ({ id, recordId }) =>
    `Bewegung ${id} gehört nicht zu Bestand ${recordId}; recordId muss der Bestand der Bewegung sein.`,
  movementIsNotDeleted: ({ id }) => `Bewegung ${id} ist nicht gelöscht.`,
  movementIsDeleted: ({ id }) => `Bewegung ${id} ist schon gelöscht.`,
  isForUnweighedLoad: () =>
    'ist für eine Fuhre, die noch nicht voll und leer gewogen ist: bitte an PUT /api/inventory/movements/{id} senden',
  isForLorryWithOneLoad: () =>
    'ist für ein Fahrzeug mit nur einer Ladung: bei einem Wiegeschein bitte für jeden Teil einzeln angeben (parts)',
  isForLoadFromRecord: () =>
    'ist für eine Fuhre, die aus einem Bestand kommt: Diese kommt von einem Anlieferer',
  isForUncorrectingLoad: () =>
    'ist für eine Fuhre, die an ihrer Herkunft nichts berichtigt: bitte löschen und neu erfassen',
  isCropInsteadOfStock: () => 'ist stehende Frucht, und die Fuhre ist Bestand, oder umgekehrt',
  isStockOfAnotherOwner: () =>
    'ist Bestand eines anderen Eigentümers: bitte die Fuhre löschen und neu erfassen',
  isOfAnotherCommodity: () => 'ist eine andere Ware als im Lagervertrag der Fuhre',
  isForPart: () => 'ist für einen Teil eines Wiegescheins',
  isForParts: () => 'ist für die Teile eines Wiegescheins',
  hasTooFewParts: ({ count, parts }, { figure }) =>
    `nennt ${figure(count)}, und der Wiegeschein hat ${figure(parts)} Teile: um einen wegzulassen, bitte isLeftOut mitsenden`,
  needsShares: () => 'wird gebraucht, wenn eine Fuhre eine andere Zahl von Teilen hat',
  isNewPart: () => 'ist neu: Dafür wird eine eigene Herkunft oder ein eigenes Ziel gebraucht',
  isForPartThatIsThere: () => 'ist für einen Teil, den es gibt',
  isForAnotherPart: () => 'ist für einen anderen Teil als die Bewegung, an die das gesendet wird',
  isForPartThatGoesNowhere: () => 'ist für einen Teil, der nirgendwohin geht',
  isYourOrganisation: () => 'ist Ihr eigener Betrieb; bitte das Lager angeben (storageId)',
  isSameBay: () => 'ist die Box, in der die Ware schon liegt',
  goesNowhere: () =>
    'Bitte angeben, wohin es geht: destination.storageId für eine eigene Box, oder destination.organisationId oder organisationName allein für einen anderen Betrieb.',
  goesToTwoPlaces: () =>
    'Das Ziel nennt sowohl ein Lager als auch einen anderen Betrieb. Bitte storageId für eine eigene Box angeben, oder organisationId allein.',
  destinationIsOtherwise: ({ type, name, actual }) =>
    `Als Ziel ist ${A_PLACE[type]} genannt, aber „${name}“ ist ${A_PLACE[actual]}.`,
  needsSold: () => 'wird gebraucht, wenn Ware an einen anderen Betrieb geht',
  isNotSoldHere: () => 'kann für Ware, die bei Ihnen bleibt, nicht wahr sein (true)',
  isForStockFromBay: () => 'ist für eine Bewegung, die Ware aus einer Box nimmt',
  needsWeight: () => 'wird gebraucht, in Kilogramm; 0 für eine Fuhre, die noch nicht gewogen ist',
  isTooLight: (_, { figure }) =>
    `muss mindestens ${figure(0.001)} sein, oder 0 für eine Fuhre, die noch nicht gewogen ist`,
  isNotAboveEmpty: () => 'muss mehr als das Leergewicht sein',
  everyPartHasShare: () => 'wird gebraucht: jeder Teil hat einen Anteil',
  everyPartHasWeight: () => 'wird gebraucht: jeder Teil hat ein Gewicht',
  isGivenByShare: () => 'ergibt sich aus dem Anteil am Netto: bitte nur eines von beiden angeben',
  weightsDoNotAddUp: ({ of, sum, weighed, isFull }, { weight }) =>
    `passt nicht: Die Gewichte der ${of === 'parts' ? 'Teile' : 'Boxen'} ergeben zusammen ${weight(sum)}, ${isFull ? 'das volle Fahrzeug' : 'die Fuhre'} wog ${weight(weighed)}`,
  hasOtherNumberOfShares: ({ count, parts }, { figure }) =>
    `nennt ${figure(count)}, und der Wiegeschein hat ${figure(parts)} Teile: jeder hat einen Anteil`,
  leavesNoWeightForOthers: () =>
    'lässt für die anderen Teile der Fuhre kein Gewicht: bitte auch diese löschen',
  needsLorryNet: ({ net, part, less }, { weight }) =>
    `wird gebraucht, denn die Fuhre wog ${weight(net)}, und andere Teile bleiben im Buch: „stays“ schlägt ihnen die ${weight(part)} dieses Teils zu, „less“ lässt sie, wie sie sind, und das Netto der Fuhre wird ${weight(less)}`,
  isOncePerLorry: () => 'wird einmal für die ganze Fuhre angegeben (ticket)',
  isForStockOfOneOwner: () => 'ist für Ware eines einzigen Eigentümers',
  hasTooManyPartsTogether: ({ limit, count }, { figure }) =>
    `darf zusammen höchstens ${figure(limit)} Teile haben; hier sind es ${figure(count)}`,
  needsOrigin: () =>
    'braucht einen Bestand (recordId), einen Schlag (fieldId) oder die Ware, die jemand bringt (commodity)',
  doesNotGoWith: ({ other }) => `passt nicht zu ${other}: eine Fuhre kommt von einem Ort`,
  needsStore: () => 'wird gebraucht: das Lager, in das die Ware kommt',
  isForWeight: () => 'ist für ein Gewicht, das mitgeschickt wird',
  isForTare: () => 'ist für das leere Fahrzeug: ein volles wird neu gewogen',
  isForNetAlone: () => 'ist für eine Fuhre, die nicht voll und leer gewogen wurde',
  typedWeightsAreRefused: () =>
    'muss von der Waage kommen: Ihr Betrieb nimmt keine von Hand eingegebenen Gewichte an',
  typedWeightNeedsReason: () =>
    'wird gebraucht: Ihr Betrieb will wissen, warum ein Gewicht von Hand eingegeben und nicht von der Waage übernommen wurde',
  tareIsUnknown: ({ registration, weight }, write) =>
    `${registration === '' ? 'Ein Fahrzeug ohne Kennzeichen' : registration} wurde im letzten Jahr nicht leer mit ${write.weight(weight)} gewogen: Bitte leer wiegen.`,
  tareIsOld: ({ registration, weight, days }, write) =>
    days === 0
      ? `Ihr Betrieb verwendet keine frühere Tara: Bitte ${registration} leer wiegen.`
      : `Die Tara von ${registration}, ${write.weight(weight)}, ist älter als ${write.figure(days)} ${days === 1 ? 'Tag' : 'Tage'}: Bitte leer wiegen.`,
  taresDiffer: ({ registration }) =>
    `Die Tara von ${registration} schwankt von Wiegung zu Wiegung um mehr als 2 %: Bitte jedes Mal leer wiegen.`,
}
