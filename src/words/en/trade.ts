import type { Wording, Writing } from '../writing.ts'
/** Outcome of a line of a buyer's statement. */
export type Decision = 'accepted' | 'written_off' | 'claimed'

/** Stage that a contract, a settlement or a stock-take has reached. */
export type State = 'upcoming' | 'active' | 'expired' | 'open' | 'closed' | 'approved' | 'cancelled'

export const trade = {
  dryingNeedsContract: () => 'needs a storage contract that agrees drying, and there is none',
  dryingIsNotAgreed: () => 'is true, but the storage contract does not agree drying',
  isContractForType: ({ type }: { type: string }) => `is a storage contract for the type ${type}`,
  isContractForOwner: ({ owner }: { owner: string }) => `is a storage contract for grain of ${owner}`,
  isContractForCommodity: ({ commodity }: { commodity: string }) => `is a storage contract for ${commodity}`,
  contractDoesNotRun(
    { startUTC, endUTC, timeZone }: { startUTC: string; endUTC: string | null; timeZone: string },
    { day }: Writing,
  ) {
    const ending = endUTC === null ? 'on' : `to ${day(endUTC, timeZone)}`
    return `does not cover this date: the storage contract runs from ${day(startUTC, timeZone)} ${ending}`
  },
  isBeforeContract: () => 'is before the contract starts',
  dryingNeedsLevel: () => 'is needed where drying is agreed',
  rowIsEmpty: ({ minimum }: { minimum: number }) => `must be more than the row’s minimum, ${minimum}`,
  leavesGap: ({ from }: { from: number; to: number }) => `leaves a gap: the row before ends at ${from}`,
  overlapsRow: ({ to }: { from: number; to: number }) => `overlaps the row before, which ends at ${to}`,
  lossFalls: ({ before }: { before: number }) =>
    `falls below the row before, ${before}, while moisture rises`,
  contractIsInUse: () =>
    'Movements of yours name this contract, so its commodity and type cannot change. Enter another contract instead.',
  contractIsForOthers: () => 'is your own organisation; a contract is for grain of others',
  noContractForLoad: () => 'There is no storage contract for such a load.',
  loadsOutsideContract(
    {
      loads,
      weight,
      firstUTC,
      lastUTC,
      timeZone,
    }: { loads: number; weight: number; firstUTC: string; lastUTC: string; timeZone: string },
    write: Writing,
  ) {
    const [from, to] = [write.day(firstUTC, timeZone), write.day(lastUTC, timeZone)]
    const when = from === to ? `on ${from}` : `between ${from} and ${to}`
    const what =
      loads === 1 ? `A load of ${write.weight(weight)}` : `${loads} loads, ${write.weight(weight)} in all,`
    return `Warning: ${what} under this contract came in ${when}, outside its dates. What came in stays under it and can still be corrected.`
  },
  buyerIsNeeded: () => 'is needed: whose statement it is',
  statementIsOfOthers: () => 'is your own organisation; a statement is of somebody you delivered to',
  isNoTradingPartner: ({ given }: { given: string }) => `is nobody you trade with: ${given}`,
  statementIsEntered: ({ date }: { date: string }, write: Writing) =>
    `is that of a statement of ${write.date(date)} that was entered already`,
  settlementIsClosed: () => 'This settlement is closed: what was settled with the buyer stays as it is.',
  isNoLoadOfBuyer: ({ movementId }: { movementId: number }) =>
    `is no load that left for this buyer: ${movementId}`,
  loadIsOnLine: ({ line }: { line: number }) => `is on line ${line} already: take it off there first`,
  loadIsOnStatement: () => 'is on another statement already: take it off there first',
  decisionNeedsLoad: ({ decision }: { decision: Decision }) =>
    `cannot be ${decision} while no load is on the line: match one, or claim it`,
  decisionNeedsWeight: ({ decision }: { decision: Decision }) =>
    `cannot be ${decision} while its load is not weighed yet: weigh it first, or claim it`,
  reasonIsForWriteOff: () => 'goes with written_off alone',
  writeOffNeedsReason: () => 'is needed: why the difference is written off',
  isNoDeductionReason: () => 'is not a managed reason for a deduction',
  linesAreOpen: ({ lines }: { lines: number[] }, { listed }: Writing) =>
    `Say first what comes of line${lines.length > 1 ? 's' : ''} ${listed(lines.map(String))}: accept it, write it off or claim it.`,
  tableIsBesideLines: () => 'is given beside lines: send one of them',
  cellIsWrong({ column, value, reason }: { column: string; value: string; reason: Wording }, write: Writing) {
    const named = [column, value && `“${value}”`].filter(Boolean).join(' ')
    return `${named} ${write.messages([reason])}`.trim()
  },
  linesAreNeeded: () => 'are needed: what the buyer says it received',
  hasTooManyLines: ({ limit }: { limit: number }) => `are more than ${limit}: enter the statement in parts`,
  hasNotCome: ({ date }: { date: string }, write: Writing) => `${write.date(date)} has not come yet`,
  isNoWeight: () => 'must be more than 0 kg',
  statementIsTooLong: ({ first, last }: { first: string; last: string }, write: Writing) =>
    `are from ${write.date(first)} to ${write.date(last)}: a statement is of a year at most`,
  endsBeforeStart: () => 'is before startDateISO',
  settlementWasDeleted: () => 'The settlement was deleted; its loads are free for another.',
  stateName: ({ state }: { state: State }) => state.charAt(0).toUpperCase() + state.slice(1),
  anyGrade: () => 'Any grade',
}
