import type { loadSheets as english } from '../en/load-sheets.ts'
import type { SameAs } from '../writing.ts'
import { corrected, listed } from './differences.ts'

export const loadSheets: SameAs<typeof english> = {
  standsBesideField: () => 'steht neben einem Schlag: Eine Fuhre kommt von einem von beiden',
  standsBesideStore: () => 'steht neben einem Lager, in das die Fuhre geht: Sie geht nur an eines von beiden',
  loadGoesOn: () =>
    'ist das Ziel einer Fuhre, die mit einer anderen in dieses Lager kam: bitte für jede der beiden eine Zeile schreiben',
  placeIsNeeded: () => 'wird gebraucht: wohin die Fuhre ging oder woher sie kam',
  originIsNeeded: () => 'wird gebraucht: aus welchem Ihrer Lager oder von welchem Schlag die Fuhre kam',
  routeIsUnclear: () =>
    'sagt nicht, was für eine Fuhre es ist: bitte den Schlag oder den Lieferanten nennen, von dem sie kam, oder den Empfänger oder das andere Lager, zu dem sie ging',
  neverLayHere: () =>
    'bekommt eine Fuhre, die nie bei Ihnen lag: Geführt wird nur, was bei Ihnen hereinkommt, liegt oder wächst',
  isNegative: () => 'darf nicht weniger als 0 sein',
  weightIsNeeded: () => 'wird gebraucht, oder Brutto und Tara',
  isNotAboveTare: () => 'muss mehr als die Tara sein',
  isNotAboveNet: () => 'muss mehr als das Netto sein',
  weightsDisagree: ({ net, difference }, { weight }) =>
    `ist ${weight(net)}, aber Brutto weniger Tara ist ${weight(difference)}: bitte eines der drei berichtigen`,
  timesDiffer: ({ taken, beside }) =>
    `Im Datum steht ${taken} Uhr, daneben als Uhrzeit ${beside} Uhr: Genommen wird ${taken} Uhr.`,
  isNoMoment: () => 'muss ein Datum von 1800 bis 2199 sein',
  isInFuture: () => 'liegt in der Zukunft: Eine Liste von Fuhren hat solche, die schon waren',
  comesFromThatBay: () => 'ist die Box, aus der die Fuhre kommt',
  bushelsNeedCommodity: () => 'ist in Bushel angegeben, darum wird die Frucht gebraucht',
  intakeNeedsIt: () => 'wird für eine Anlieferung gebraucht',
  isNoContractOfYours: () => 'ist keiner Ihrer Lagerverträge und kein bestätigter Einkauf von ihnen',
  isAboveFigure: ({ limit, unit }, { figure }) => `darf höchstens ${figure(limit)} ${unit} sein`,
  isNoYesOrNo: () => 'muss ja oder nein sein',
  measuredIsLeftOut: () =>
    'Messwerte werden bei Fuhren geführt, die in ein Lager kommen, bei dieser also nicht.',
  contractIsOfOwner: () =>
    'Der Vertrag wird bei einer Fuhre vom Schlag nicht gelesen: Sie kommt unter den Lagervertrag, der zu ihrem Eigentümer passt.',
  contractIsLeftOut: () => 'Der Vertrag wird bei einer Umlagerung zwischen zwei Ihrer Boxen nicht gelesen.',
  partyIsUnknown: () =>
    'ist hier nicht bekannt: bitte berichtigen, oder neue Partner mit der Datei anlegen lassen',
  hasSeveralCrops: ({ crops }, { listed }) =>
    `hat mehrere Kulturen: bitte unter Kultur oder Erntejahr angeben, von welcher die Fuhre ist: ${listed(crops)}`,
  hasNoCrop: () =>
    'hat hier keine Kultur: bitte mit dem Import der Kulturen auf Schlägen oder von Hand eintragen',
  hadNoSuchCrop: ({ crops }, { listed }) =>
    `hatte zu dieser Zeit keine solche Kultur, es gibt: ${listed(crops)}`,
  cropsHaveOwners: ({ field }) => `wird gebraucht: Die Kulturen auf „${field}“ gehören mehreren Eigentümern`,
  didNotLieThere: ({ place, crops }, { listed }) =>
    `Die Fuhre kann nicht aus ${place} gekommen sein. ${
      crops.length === 0 ? 'Dort lag zu der Zeit nichts' : `Dort lag zu der Zeit ${listed(crops)}`
    }.`,
  hadSeveralStocks: ({ crops }, { listed }) =>
    `hatte mehrere Bestände (${listed(crops)}): bitte unter Kultur, Erntejahr oder Eigentümer angeben, welcher es war`,
  loadWasEntered: () => 'Die Fuhre wurde eingetragen.',
  loadWasThere: () => 'Diese Fuhre war schon eingetragen; nichts kam hinzu.',
  rowIsRepeated: () =>
    'Eine Zeile darüber sagt dasselbe und hat auch keinen Wiegeschein: Beide wurden eingetragen. War es nur eine Fuhre, bitte eine löschen.',
  ticketIsSeveral: ({ count }, { figure }) =>
    `Dieser Wiegeschein war schon mit ${figure(count)} Bewegungen eingetragen, die anders wiegen: bitte von Hand berichtigen.`,
  ticketDiffers: ({ differences }, write) =>
    `Dieser Wiegeschein war schon eingetragen: ${listed(differences, write)}. Zum Berichtigen bitte die Datei mit update=true senden.`,
  loadWasCorrected: ({ differences }, write) =>
    `Die Fuhre wurde berichtigt: ${corrected(differences, write)}.`,
  ticketIsOther: ({ differences, movementId }, write) =>
    `Der Wiegeschein war schon eingetragen, aber nicht so: ${listed(differences, write)}. Das wird nicht aus einer Datei berichtigt: bitte Bewegung ${movementId} löschen und die Zeile noch einmal senden.`,
  rowsHaveTicket({ rows, isUnsure }, { counted, listed }) {
    const same = counted(rows.length, {
      one: `Zeile ${listed(rows.map(String))} der Datei hat denselben Wiegeschein und sagt etwas anderes`,
      other: `Die Zeilen ${listed(rows.map(String))} der Datei haben denselben Wiegeschein und sagen etwas anderes`,
    })
    const answer = isUnsure ? ' Sind es andere Fuhren, bitte die Datei mit sameNumber=new senden.' : ''
    return `${same}. Ein Lkw für mehrere Boxen wird von Hand eingetragen.${answer}`
  },
  dayWasTaken: ({ as }) =>
    `Die Zeile hat keine Uhrzeit; genommen wurde ${as === 'start' ? 'der Beginn' : 'das Ende'} ihres Tages.`,
  numberIsUnsure({ movementId, atUTC, timeZone, weight, lorry }, write) {
    const by = lorry === null ? '' : `, Kennzeichen ${lorry}`
    return `Eine Fuhre vom ${write.day(atUTC, timeZone)} hat diese Nummer: Bewegung ${movementId}, ${write.weight(weight)}${by}. Es kann diese Fuhre oder eine andere sein. Sind solche Zeilen andere Fuhren, bitte die Datei mit sameNumber=new senden; sind es Berichtigungen, mit sameNumber=update.`
  },
}
