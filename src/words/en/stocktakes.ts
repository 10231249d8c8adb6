import type { Wording, Writing } from '../writing.ts'

export const stocktakes = {
  stocktakeIsApproved: () =>
    'This stock-take is approved: it stays as it is. Correct a weight by counting the bay again.',
  stocktakeIsCancelled: () => 'This stock-take was cancelled: it stays as it is. Open another one.',
  stocktakeIsNotApproved: () => 'Only a stock-take that is approved has a certificate.',
  hasNoBays: () => 'is not a store of yours with bays',
  isNoBayOfYours: ({ bay }: { bay: number }) => `is not a bay of your stores: ${bay}`,
  noBaysToCount: () => 'are needed: you have no store with bays',
  hasTooManyBays: ({ limit }: { limit: number }) => `have more than ${limit} bays: count them in parts`,
  bayIsCounted: ({ bay, session }: { bay: string; session: string }) =>
    `has a bay that is being counted already: ${bay}, in ${session}`,
  isNobodyOfYours: () => 'is nobody of your organisation',
  isNobodyWhoCounts: () => 'is nobody who counts here',
  isNotToCount: ({ names }: { names: string[] }, { few, or }: Writing) =>
    `You are not among those who count here. Ask ${or(few(names))}.`,
  isNotToApprove: ({ names }: { names: string[] }, { few, or }: Writing) =>
    names.length === 0
      ? 'You may not approve a stock-take.'
      : `You are not among those who approve this stock-take. Ask ${or(few(names))}.`,
  countedThemselves: ({ bay }: { bay: string }) =>
    `You have counted here yourself (${bay}): somebody who has not counted has to approve.`,
  liesInAnotherBay: () => 'is no parcel of this bay',
  goesWithCount: () => 'goes with a count alone: say what was counted',
  nothingToRecount: () => 'are needed: no difference is above the tolerance',
  isNotCounted: () => 'is no bay of this stock-take that was counted',
  cutOffIsToCome({ atUTC, timeZone }: { atUTC: string; timeZone: string }, { day, time }: Writing) {
    return `The cut-off is still to come: ${day(atUTC, timeZone)}, ${time(atUTC, timeZone)}. Approve it afterwards.`
  },
  linesAreNotDone: ({ bays }: { bays: string[] }, { listed }: Writing) =>
    `Not everything is counted yet, or clear: ${listed(bays)}. Count it, or leave it out and say why.`,
  lineIsRefused: ({ bay, reason }: { bay: string; reason: Wording }, write: Writing) =>
    `${bay}: ${write.messages([reason])}`,
  countWasEntered({ difference }: { difference: number | null }, { weight }: Writing) {
    if (difference === null) return 'The count was entered.'
    const found = difference > 0 ? 'more' : 'less'
    return difference === 0
      ? 'The count was entered: as much as the book has.'
      : `The count was entered: ${weight(Math.abs(difference))} ${found} than the book has.`
  },
  countIsFarFromBook: ({ counted, book }: { counted: number; book: number }, { weight }: Writing) =>
    `Counted ${weight(counted)}, where the book has ${weight(book)}: check the figure.`,
  countWasThere: () => 'This count was entered before; nothing was added.',
  nothingLiesThere: () => 'Nothing lies there by the book either; there is nothing to correct.',
  isEmptyByBook: () => 'is a bay in which nothing lies then by the book: enter first what it is',
  hasSeveralParcels: ({ stock }: { stock: string[] }, { and, few }: Writing) =>
    `is a bay with several parcels: ${and(few(stock))}. Count each of them by hand`,
  isNoBayOfSession: ({ session }: { session: string }) => `is no bay of this stock-take: ${session}`,
  isNoBayNamed: () => 'is none of your bays: none of that name is there',
  isBayOfSeveral: ({ stores }: { stores: string[] }, { few, or }: Writing) =>
    `is a bay of several stores: say which in “Store”: ${or(few(stores))}`,
  isCountedOtherwise: ({ weight: grams }: { weight: number }, { weight }: Writing) =>
    `is another figure than what was counted at that moment already: ${weight(grams)}`,
  needsSecondCount({ difference }: { difference: number | null }, { weight }: Writing) {
    const reason =
      difference === null
        ? ''
        : `The difference is ${weight(Math.abs(difference))}, which is above the tolerance. `
    return `${reason}The bay has to be counted again, by somebody else.`
  },
  countIsUnclear: ({ isEmpty }: { isEmpty: boolean }) =>
    isEmpty
      ? 'Something lies in a bay that is empty by the book: enter what it is, or say in the stock-take which parcel it is.'
      : 'Several parcels lie in the bay: say in the stock-take which one the difference is of.',
}
