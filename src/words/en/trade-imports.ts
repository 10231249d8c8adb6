/** Sentences on files with contracts and orders. */

const listOf = (names: string[]) => names.join(', ')
const rowsOf = (rows: number[]) => `${rows.length === 1 ? 'Row' : 'Rows'} ${rows.join(', ')}`

export const tradeImports = {
  isNoneOfWords: ({ words }: { words: string[] }) => `must be one of: ${listOf(words)}`,
  isNoAmount: () => 'must be an amount such as 214.50, and not one that could be thousands',
  isOtherwiseInRow: ({ row }: { row: number }) =>
    `is something else in row ${row}, which is of the same contract`,
  otherRowsAreWrong: ({ rows }: { rows: number[] }) =>
    `${rowsOf(rows)} of the same contract must be put right first: a contract is entered whole.`,
  contractsHaveNumber: ({ number }: { number: string }) =>
    `Several of your contracts have the number ${number}: say in Contract id which is meant.`,
  contractWasEntered: () => 'The contract was entered.',
  contractWasThere: () => 'This contract was there before; nothing was added.',
  contractDiffers: ({ columns }: { columns: string[] }) =>
    `This contract is there already and says something else: ${listOf(columns)}. To correct it, send the file with update=true.`,
  contractWasCorrected: ({ columns }: { columns: string[] }) =>
    `The contract was corrected: ${listOf(columns)}.`,
  contractHasGoneOn: () =>
    'Something has gone on from the contract: a load, an order or a reservation names it.',
  isNoContractHere: () => 'is the number of no confirmed contract of yours',
  isContractOfSeveral: () => 'is the number of several contracts: say more',
  isOtherThanContract: ({ contract }: { contract: string }) => `is something else in contract ${contract}`,
  orderNeedsIt: () => 'is needed, or the number of a contract, which says it',
  ordersHaveNumber: ({ number }: { number: string }) =>
    `Several of your orders have the number ${number}: say in Order id which is meant.`,
  orderWasEntered: () => 'The order was entered.',
  orderWasThere: () => 'This order was there before; nothing was added.',
  orderDiffers: ({ columns }: { columns: string[] }) =>
    `This order is there already and says something else: ${listOf(columns)}. To correct it, send the file with update=true.`,
  orderWasCorrected: ({ columns }: { columns: string[] }) => `The order was corrected: ${listOf(columns)}.`,
  orderHasGoneOn: () => 'Something has gone on from the order: a load names it.',
  isNoOrderHere: () => 'is the number of no open order of yours',
  orderIsLeftOut: () =>
    'The Order is not read of this load: an order is for loads that a seller brings or a buyer gets.',
  isOrderOfSeveral: () => 'is the number of several orders: say more',
  contractIsTextAlone: () =>
    'The Contract is kept as text alone: the contract of that number is not with this receiver.',
  isNoCount: () => 'must be a whole number',
}
