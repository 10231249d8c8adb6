import type { CalledBy, ConflictOf, CountedStock, StockInBay } from '../stock-terms.ts'
import type { Wording, Writing } from '../writing.ts'
import { conflictWeight, dayOf, stockIn } from './stock-terms.ts'

export const outcomes = {
  isWrittenOff: ({ weight, isPlanned }: { weight: number; isPlanned: boolean }, write: Writing) =>
    `${write.weight(weight)} left behind ${isPlanned ? 'will be' : 'are'} written off.`,
  isWrittenUp: ({ weight, isPlanned }: { weight: number; isPlanned: boolean }, write: Writing) =>
    `${write.weight(weight)} that the books lack ${isPlanned ? 'will be' : 'are'} written up.`,
  joinsOtherStock: (
    { changes, isPlanned }: { changes: Wording[]; isPlanned: boolean },
    { messages }: Writing,
  ) => `The stock ${isPlanned ? 'will join what lies' : 'joined what lay'} there: ${messages(changes)}.`,
  isCalledNow: ({ what, name, isPlanned }: { what: CalledBy; name: string | null; isPlanned: boolean }) =>
    `the ${what} ${isPlanned ? 'will be' : 'is now'} ${name ?? 'unknown'}`,
  isStillCalled: ({ what, name }: { what: CalledBy; name: string | null }) =>
    `the ${what} stays ${name ?? 'unknown'}`,
  onlyCommonTagsStay: () => 'only tags in common are kept',
  figureIsNow: ({
    figure,
    value,
    metric,
    isPlanned,
  }: {
    figure: string
    value: number
    metric: string
    isPlanned: boolean
  }) => `the ${figure} ${isPlanned ? 'will be' : 'is now'} ${`${value} ${metric}`.trim()}`,
  figureIsUnknownNow: ({ figure, isPlanned }: { figure: string; isPlanned: boolean }) =>
    `the ${figure} ${isPlanned ? 'will no longer be known' : 'is no longer known'}`,
  moreFiguresChanged: ({ count, isPlanned }: { count: number; isPlanned: boolean }) =>
    `${count} more ${count === 1 ? 'figure' : 'figures'} ${isPlanned ? 'will change' : 'changed'}`,
  typesAreMixed: () =>
    'Stock of different types is mixed: the whole is of neither type, and has a grade only if both types call it the same.',
  hasWarnings: ({ warnings }: { warnings: Wording[] }, { sentences }: Writing) =>
    `Warning: ${sentences(warnings)}`,
  isPlan: (
    { count, atUTC, timeZone }: { count: number; atUTC: string; timeZone: string },
    { day, time }: Writing,
  ) =>
    `${count === 1 ? 'It is a plan: its stock moves' : 'They are plans: their stock moves'} on ${day(atUTC, timeZone)} at ${time(atUTC, timeZone)}.`,
  countOfDayStands: (
    { stock, atUTC, timeZone, difference }: CountedStock & { difference: Wording },
    { day, messages, time }: Writing,
  ) =>
    `Dated ${day(atUTC, timeZone)} without a time, this is the start of that day, before the count of ${stockIn(stock)} at ${time(atUTC, timeZone)}, which still stands; ${messages([difference])}. If it was after the count, give its time.`,
  countStands: (
    { stock, atUTC, timeZone, difference }: CountedStock & { difference: Wording },
    { day, messages }: Writing,
  ) => `The count of ${stockIn(stock)} on ${day(atUTC, timeZone)} still stands; ${messages([difference])}.`,
  // Signed: what was found, or, negative, lost.
  differenceIsNow(
    {
      before,
      now,
      by,
      reasonName,
      turned,
    }: { before: number; now: number; by: number; reasonName: string; turned?: 'found' | 'lost' },
    { weight }: Writing,
  ) {
    const given = reasonName.toLowerCase()
    const why =
      turned === undefined ? given : `${turned} by stock taking, after all; it was entered as ${given}`
    const figure = (whole: number) => (whole > 0 ? 'gain' : 'loss')
    if (now === 0) return `its ${figure(before)} of ${weight(Math.abs(before))} is gone (${why})`
    if (before !== 0 && figure(before) !== figure(now))
      return `its ${figure(before)} of ${weight(Math.abs(before))} is now a ${figure(now)} of ${weight(Math.abs(now))} (${why})`
    const change = Math.abs(now) > Math.abs(before) ? 'larger' : 'smaller'
    return `its ${figure(now)} is now ${weight(by)} ${change} (${why})`
  },
  emptyingWillWriteOff: (
    { stock, atUTC, timeZone, weight, isMore }: CountedStock & { weight: number; isMore: boolean },
    write: Writing,
  ) =>
    `The emptying of ${stockIn(stock)} that is planned for ${write.day(atUTC, timeZone)} will now write off ${write.weight(weight)} ${isMore ? 'more' : 'less'}.`,
  willNotBeWritten: (
    {
      stock,
      weight,
      reasonName,
      isOff,
    }: { stock: StockInBay; weight: number; reasonName: string; isOff: boolean },
    write: Writing,
  ) =>
    `${write.weight(weight)} of ${stockIn(stock)} will not be ${isOff ? 'written off' : 'written up'} (${reasonName.toLowerCase()}).`,
  isBackInStock: (
    { stock, weight, reasonName }: { stock: StockInBay; weight: number; reasonName: string },
    write: Writing,
  ) =>
    `${write.weight(weight)} that had been written off (${reasonName.toLowerCase()}) are back in ${stockIn(stock)}.`,
  isTakenOutAgain: (
    { stock, weight, reasonName }: { stock: StockInBay; weight: number; reasonName: string },
    write: Writing,
  ) =>
    `${write.weight(weight)} that had been written up (${reasonName.toLowerCase()}) are taken out of ${stockIn(stock)} again.`,
  wouldBeShort: (conflict: ConflictOf, write: Writing) =>
    `On ${dayOf(conflict, write)}, “${conflict.stock}” in ${conflict.bay} would be short by ${conflictWeight(conflict, write)}.`,
  isShort: (conflict: ConflictOf, write: Writing) =>
    `Since ${dayOf(conflict, write)}, “${conflict.stock}” in ${conflict.bay} is short by ${conflictWeight(conflict, write)}.`,
  isOverCapacity: (conflict: ConflictOf, write: Writing) =>
    `On ${dayOf(conflict, write)}, ${conflict.bay} is over its capacity by ${conflictWeight(conflict, write)}.`,
  wouldLieWithOtherStock: (conflict: ConflictOf, write: Writing) =>
    `On ${dayOf(conflict, write)}, ${conflictWeight(conflict, write)} of “${conflict.stock}” would lie in ${conflict.bay} with stock that it may not be mixed with.`,
  liesWithOtherStock: (conflict: ConflictOf, write: Writing) =>
    `Since ${dayOf(conflict, write)}, ${conflictWeight(conflict, write)} of “${conflict.stock}” lies in ${conflict.bay} with stock that it may not be mixed with.`,
  exceedsContract: (conflict: ConflictOf, write: Writing) =>
    `On ${dayOf(conflict, write)}, “${conflict.stock}” in ${conflict.bay} exceeds its storage contract by ${conflictWeight(conflict, write)}.`,
  hasNoCapacityFor: (
    { bay, commodities, commodity }: { bay: string; commodities: string[]; commodity: string },
    write: Writing,
  ) =>
    `“${bay}” has a capacity for ${commodities.map(write.commodity).join(', ')}, and none for ${write.commodity(commodity)}: nothing says when it is full.`,
  ticketWasEnteredBefore: (
    {
      reference,
      number,
      atUTC,
      timeZone,
    }: { reference: string; number: string | null; atUTC: string; timeZone: string },
    { day, time }: Writing,
  ) =>
    `Ticket ${reference} was entered before (${number === null ? '' : `our number ${number}, `}${day(atUTC, timeZone)} ${time(atUTC, timeZone)}).`,
  fieldHasCropAlready: ({ field, harvestYear }: { field: string; harvestYear: string }) =>
    `“${field}” has this crop of ${harvestYear} already: check that it was not entered twice.`,
  plantingsExceedField: (
    {
      field,
      harvestYear,
      planted,
      area,
    }: { field: string; harvestYear: string; planted: number; area: number },
    write: Writing,
  ) =>
    `The plantings of ${harvestYear} in “${field}” add up to ${write.area(planted)}; the field has ${write.area(area)}.`,
  isEnteredWith: ({ weight }: { weight: number }, write: Writing) => `Entered with ${write.weight(weight)}.`,
  joinedWhatLay: ({ weight, changes }: { weight: number; changes: Wording[] }, write: Writing) =>
    `${write.weight(weight)} joined what lay there${changes.length === 0 ? '' : `: ${write.messages(changes)}`}.`,
}
