import type { periods as english } from '../en/periods.ts'
import type { SameAs } from '../writing.ts'

export const periods: SameAs<typeof english> = {
  periodIsClosed: ({ closedUpTo, day, firstOpenDay }, { date }) =>
    `Das Bestandsbuch ist bis ${date(closedUpTo)} abgeschlossen, und dies würde Zahlen vom ${date(day)} ändern. Nichts wurde geändert. Bitte die Fuhre als Nachtrag zum ${date(firstOpenDay)} eintragen, mit ihrem tatsächlichen Tag daneben; oder einen Hauptadministrator um eine Ausnahme bitten.`,
  dayIsNotOver: ({ day, last }, { date }) =>
    `${date(day)} ist noch nicht vorbei: Das Bestandsbuch lässt sich bis ${date(last)} abschließen`,
  isClosedAlready: ({ closedUpTo }, { date }) =>
    `ist schon abgeschlossen: Das Bestandsbuch ist bis ${date(closedUpTo)} abgeschlossen`,
  periodWasClosed: ({ closedUpTo, open }, write) =>
    `Das Bestandsbuch ist bis ${write.date(closedUpTo)} abgeschlossen.${open === 0 ? '' : ` Der Abschluss nennt, was noch offen war: ${write.counted(open, { one: 'ein Punkt', other: `${write.figure(open)} Punkte` })}.`}`,
  periodWasReopened: ({ closedUpTo }, { date }) =>
    closedUpTo === ''
      ? 'Der Zeitraum ist wieder offen: Vom Bestandsbuch ist nichts abgeschlossen.'
      : `Der Zeitraum ist wieder offen: Das Bestandsbuch ist bis ${date(closedUpTo)} abgeschlossen.`,
  periodIsNotNewest: ({ closedUpTo }, { date }) =>
    `Das Bestandsbuch wurde danach noch einmal abgeschlossen, bis ${date(closedUpTo)}: Bitte zuerst diesen Zeitraum wieder öffnen.`,
  periodIsOpen: () => 'Dieser Zeitraum ist schon wieder offen.',
  exceptionWasGranted: ({ name, untilUTC, timeZone }, { day, time }) =>
    `${name} darf bis ${day(untilUTC, timeZone)}, ${time(untilUTC, timeZone)}, abgeschlossene Zeiträume ändern.`,
  exceptionWasEnded: ({ name }) => `${name} darf abgeschlossene Zeiträume nicht mehr ändern.`,
  exceptionIsOver: () => 'Diese Ausnahme ist schon beendet.',
  isNoMemberHere: () => 'gehört nicht zu Ihrem Betrieb',
  needsReason: () => 'wird gebraucht: bitte den Grund nennen',
  isTooLate: ({ days }, { figure }) => `liegt mehr als ${figure(days)} Tage voraus`,
  happenedAfterwards: () =>
    'liegt nicht vor dem Datum der Fuhre: Gemeint ist der tatsächliche Tag eines Nachtrags',
}
