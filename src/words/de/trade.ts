import type { Decision, State, trade as english } from '../en/trade.ts'
import type { SameAs } from '../writing.ts'

const DECISIONS: Record<Decision, string> = {
  accepted: 'angenommen',
  written_off: 'abgeschrieben',
  claimed: 'reklamiert',
}

const STATES: Record<State, string> = {
  upcoming: 'Beginnt noch',
  active: 'Läuft',
  expired: 'Beendet',
  open: 'Offen',
  closed: 'Abgeschlossen',
  approved: 'Freigegeben',
  cancelled: 'Abgebrochen',
}

export const trade: SameAs<typeof english> = {
  dryingNeedsContract: () => 'braucht einen Lagervertrag, der Trocknung vereinbart, und es gibt keinen',
  dryingIsNotAgreed: () => 'ist angegeben, aber der Lagervertrag vereinbart keine Trocknung',
  isContractForType: ({ type }) => `ist ein Lagervertrag für ${type}`,
  isContractForOwner: ({ owner }) => `ist ein Lagervertrag für Getreide von ${owner}`,
  isContractForCommodity: ({ commodity }) => `ist ein Lagervertrag für ${commodity}`,
  contractDoesNotRun({ startUTC, endUTC, timeZone }, { day }) {
    const ending = endUTC === null ? 'an' : `bis ${day(endUTC, timeZone)}`
    return `gilt nicht für dieses Datum: Der Lagervertrag läuft vom ${day(startUTC, timeZone)} ${ending}`
  },
  isBeforeContract: () => 'liegt vor dem Beginn des Vertrags',
  dryingNeedsLevel: () => 'wird gebraucht, wenn Trocknung vereinbart ist',
  rowIsEmpty: ({ minimum }, { figure }) =>
    `muss mehr sein als der kleinste Wert der Zeile, ${figure(minimum)}`,
  leavesGap: ({ from }, { figure }) => `lässt eine Lücke: Die Zeile davor endet bei ${figure(from)}`,
  overlapsRow: ({ to }, { figure }) => `überschneidet sich mit der Zeile davor, die bei ${figure(to)} endet`,
  lossFalls: ({ before }, { figure }) =>
    `ist weniger als in der Zeile davor (${figure(before)}), obwohl die Feuchte steigt`,
  contractIsInUse: () =>
    'Bewegungen nennen diesen Vertrag, darum bleiben Frucht und Typ. Bitte dafür einen anderen Vertrag eintragen.',
  contractIsForOthers: () => 'ist Ihr eigener Betrieb; ein Lagervertrag gilt für Getreide anderer',
  noContractForLoad: () => 'Für eine solche Fuhre gibt es keinen Lagervertrag.',
  loadsOutsideContract({ loads, weight, firstUTC, lastUTC, timeZone }, write) {
    const [from, to] = [write.day(firstUTC, timeZone), write.day(lastUTC, timeZone)]
    const when = from === to ? `am ${from}` : `zwischen dem ${from} und dem ${to}`
    const what = write.counted(loads, {
      one: `Eine Fuhre mit ${write.weight(weight)} kam`,
      other: `${write.figure(loads)} Fuhren mit zusammen ${write.weight(weight)} kamen`,
    })
    return `Achtung: ${what} unter diesem Vertrag ${when} herein, außerhalb seiner Laufzeit. Was hereinkam, bleibt darunter und lässt sich weiter berichtigen.`
  },
  buyerIsNeeded: () => 'wird gebraucht: wessen Abrechnung es ist',
  statementIsOfOthers: () =>
    'ist Ihr eigener Betrieb; eine Abrechnung kommt von jemandem, an den Sie geliefert haben',
  isNoTradingPartner: ({ given }) => `ist niemand, mit dem Sie handeln: ${given}`,
  statementIsEntered: ({ date }, write) =>
    `steht schon auf einer Abrechnung vom ${write.date(date)}, die eingetragen ist`,
  settlementIsClosed: () =>
    'Diese Abrechnung ist abgeschlossen: Was mit dem Käufer abgerechnet ist, bleibt, wie es ist.',
  isNoLoadOfBuyer: ({ movementId }) => `ist keine Fuhre, die an diesen Käufer ging: ${movementId}`,
  loadIsOnLine: ({ line }, { figure }) =>
    `steht schon in Zeile ${figure(line)}: bitte zuerst dort herausnehmen`,
  loadIsOnStatement: () => 'steht schon auf einer anderen Abrechnung: bitte zuerst dort herausnehmen',
  decisionNeedsLoad: ({ decision }) =>
    `kann nicht „${DECISIONS[decision]}“ sein, solange keine Fuhre in der Zeile steht: bitte eine zuordnen oder reklamieren`,
  decisionNeedsWeight: ({ decision }) =>
    `kann nicht „${DECISIONS[decision]}“ sein, solange die Fuhre nicht gewogen ist: bitte zuerst wiegen oder reklamieren`,
  reasonIsForWriteOff: () => 'gehört nur zu einer Abschreibung',
  writeOffNeedsReason: () => 'wird gebraucht: warum die Abweichung abgeschrieben wird',
  isNoDeductionReason: () => 'ist kein hinterlegter Grund für einen Abzug',
  linesAreOpen: ({ lines }, { counted, figure, listed }) =>
    `Bitte zuerst entscheiden, was aus ${counted(lines.length, { one: 'dieser Zeile', other: 'diesen Zeilen' })} wird: ${listed(lines.map(figure))} – annehmen, abschreiben oder reklamieren.`,
  tableIsBesideLines: () => 'ist neben einzelnen Zeilen angegeben: bitte nur eines von beiden senden',
  cellIsWrong({ column, value, reason }, write) {
    const named = [column, value && `„${value}“`].filter(Boolean).join(' ')
    return `${named} ${write.messages([reason])}`.trim()
  },
  linesAreNeeded: () => 'werden gebraucht: was der Käufer nach seiner Abrechnung erhalten hat',
  hasTooManyLines: ({ limit }, { figure }) =>
    `sind mehr als ${figure(limit)}: bitte die Abrechnung in Teilen eintragen`,
  hasNotCome: ({ date }, write) => `liegt in der Zukunft: ${write.date(date)}`,
  isNoWeight: () => 'muss mehr als 0 kg sein',
  statementIsTooLong: ({ first, last }, write) =>
    `sind vom ${write.date(first)} bis ${write.date(last)}: Eine Abrechnung reicht höchstens über ein Jahr`,
  endsBeforeStart: () => 'liegt vor dem Beginn',
  settlementWasDeleted: () => 'Die Abrechnung wurde gelöscht; ihre Fuhren sind frei für eine andere.',
  stateName: ({ state }) => STATES[state],
  anyGrade: () => 'Jede Güte',
}
