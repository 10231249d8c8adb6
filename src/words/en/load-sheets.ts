import type { Difference } from '../terms.ts'
import type { Writing } from '../writing.ts'
import { listed } from './differences.ts'

export const loadSheets = {
  standsBesideField: () => 'stands beside a field: a load comes from one of them',
  standsBesideStore: () => 'stands beside a store that the load goes to: it goes to one of them',
  loadGoesOn: () =>
    'is where a load goes that came into this store by another: write a row for each of the two',
  placeIsNeeded: () => 'is needed: where the load went to, or came from',
  originIsNeeded: () => 'is needed: which of your stores the load came from, or which field',
  routeIsUnclear: () =>
    'does not tell what the load is: name the Field or the Sender that it came from, or the Receiver or the other store that it went to',
  neverLayHere: () =>
    'gets a load that never lay with you: only what comes in, lies or grows with you is kept',
  isNegative: () => 'must not be less than 0',
  weightIsNeeded: () => 'is needed, or both Gross and Tare',
  isNotAboveTare: () => 'must be more than the tare',
  isNotAboveNet: () => 'must be more than the net',
  weightsDisagree: ({ net, difference }: { net: number; difference: number }, { weight }: Writing) =>
    `is ${weight(net)}, and gross less tare ${weight(difference)}: put one of the three right`,
  timesDiffer: ({ taken, beside }: { taken: string; beside: string }) =>
    `The date says ${taken}, and the time beside it ${beside}: ${taken} is taken.`,
  isNoMoment: () => 'must be a date from 1800 to 2199',
  isInFuture: () => 'is in the future: a load sheet has loads that have been',
  comesFromThatBay: () => 'is the bay that the load comes from',
  bushelsNeedCommodity: () => 'is in bushels, so Commodity is needed',
  intakeNeedsIt: () => 'is needed for an intake',
  isNoContractOfYours: () => 'is no storage contract of yours, and no confirmed purchase from them',
  isAboveFigure: ({ limit, unit }: { limit: number; unit: string }) => `must be at most ${limit} ${unit}`,
  isNoYesOrNo: () => 'must be yes or no',
  measuredIsLeftOut: () => 'What was measured is kept of loads that come into a store, and not of this one.',
  contractIsOfOwner: () =>
    'The Contract is not read of a load off a field: it comes under the storage contract that fits its owner.',
  contractIsLeftOut: () => 'The Contract is not read of a load between two bays of yours.',
  partyIsUnknown: () => 'is not known here: put it right, or have new partners made with the file',
  hasSeveralCrops: ({ crops }: { crops: string[] }, { listed }: Writing) =>
    `has several crops: say in Commodity or Harvest year which the load is of: ${listed(crops)}`,
  hasNoCrop: () => 'has no crop here: enter it with the import of crops in fields, or by hand',
  hadNoSuchCrop: ({ crops }: { crops: string[] }, { listed }: Writing) =>
    `has no such crop at that time: it has ${listed(crops)}`,
  cropsHaveOwners: ({ field }: { field: string }) =>
    `is needed: the crops in “${field}” are of several owners`,
  didNotLieThere: ({ place, crops }: { place: string; crops: string[] }, { listed }: Writing) =>
    `The load cannot have come from ${place}. ${
      crops.length === 0 ? 'Nothing lay there' : `There lay ${listed(crops)}`
    } at the time.`,
  hadSeveralStocks: ({ crops }: { crops: string[] }, { listed }: Writing) =>
    `had several kinds of stock, ${listed(crops)}: say which in Commodity, Harvest year or Owner`,
  loadWasEntered: () => 'The load was entered.',
  loadWasThere: () => 'This load was entered before; nothing was added.',
  rowIsRepeated: () =>
    'A row above says the same, and has no ticket either: both were entered. If it was one load, delete one.',
  ticketIsSeveral: ({ count }: { count: number }) =>
    `This ticket was entered before as ${count} movements, which weigh otherwise: correct them by hand.`,
  ticketDiffers: ({ differences }: { differences: Difference[] }, write: Writing) =>
    `This ticket was entered before: ${listed(differences, write)}. To correct it, send the file with update=true.`,
  loadWasCorrected: ({ differences }: { differences: Difference[] }, write: Writing) =>
    `The load was corrected: ${listed(differences, write)}.`,
  ticketIsOther: (
    { differences, movementId }: { differences: Difference[]; movementId: number },
    write: Writing,
  ) =>
    `The ticket was entered before, and not with this: ${listed(differences, write)}. That is not corrected from a file: delete the movement ${movementId} and send the row again.`,
  rowsHaveTicket({ rows, isUnsure }: { rows: number[]; isUnsure: boolean }, { listed }: Writing) {
    const named = `${rows.length === 1 ? 'Row' : 'Rows'} ${listed(rows.map(String))}`
    const verbs = rows.length === 1 ? 'has the same ticket and says' : 'have the same ticket and say'
    const answer = isUnsure ? ' If they are other loads, send the file with sameNumber=new.' : ''
    return `${named} of the file ${verbs} otherwise. A lorry for several bays is entered by hand.${answer}`
  },
  dayWasTaken: ({ as }: { as: 'start' | 'end' }) =>
    `The row has no time, and was taken as the ${as} of its day.`,
  numberIsUnsure(
    {
      movementId,
      atUTC,
      timeZone,
      weight,
      lorry,
    }: { movementId: number; atUTC: string; timeZone: string; weight: number; lorry: string | null },
    write: Writing,
  ) {
    const by = lorry === null ? '' : `, lorry ${lorry}`
    return `A load of ${write.day(atUTC, timeZone)} has this number: movement ${movementId}, ${write.weight(weight)}${by}. It may be that load or another. Send the file with sameNumber=new if such rows are other loads, or with sameNumber=update if they correct it.`
  },
}
