import type { RoleName } from '../terms.ts'
import type { PlaceType } from '../stock-terms.ts'
import type { Writing } from '../writing.ts'

export const loads = {
  mayNotWriteOffMore: ({ role, weight }: { role: RoleName; weight: number }, write: Writing) =>
    `Your role, ${role}, may move stock, but not adjust it: this would write off ${write.weight(weight)} more than was there when the bay was said to be empty.`,
  isEditedTwice: () => 'is named twice; a movement is edited once',
  needsReasonToCorrect: () =>
    'is needed: your organisation wants to know why a movement is corrected or deleted',
  wasGivenAnotherKind: () =>
    'The source or the destination was given another harvest year or status since, and the two may not be mixed.',
  isForLoadThatComesIn: () =>
    'is of a load that comes in: what leaves is measured where it lies, with POST /api/inventory/records/{id}/samples',
  isForLoadToBeWeighed: () =>
    'is of a load that is not weighed full and empty yet: what came in already is measured where it lies, with POST /api/inventory/records/{id}/samples',
  isAsWeighed: ({ weight, movementId }: { weight: number; movementId: number }, write: Writing) =>
    `is ${write.weight(weight)}, as weighed full and empty; to correct a weighing, send its readings to PUT /api/inventory/movements/${movementId}/actions`,
  intakeNeedsBay: () => 'An intake arrives in a bay of your own: give destination.storageId.',
  leavesNothingForThisPart: ({ net, others }: { net: number; others: number }, { weight }: Writing) =>
    `makes ${weight(net)} of the lorry, of which its other parts have ${weight(others)}: nothing is left for this one`,
  leavesNothingForOtherParts: ({ part, net }: { part: number; net: number }, { weight }: Writing) =>
    `is ${weight(part)}, and its lorry weighed ${weight(net)} in all: nothing is left for its other parts`,
  partsWouldWeighOtherwise: ({ sum, net }: { sum: number; net: number }, { weight }: Writing) =>
    `would make the parts of its ticket ${weight(sum)}, and the lorry weighed ${weight(net)}; send the weights of its other parts along to PUT /api/inventory/movements/bulk, or other readings to PUT /api/inventory/movements/{id}/actions`,
  hasTooManyLoads: ({ limit }: { limit: number }) =>
    `has more than ${limit} loads that were weighed: give a shorter time`,
  noLoadWasWeighed: () => 'No load was weighed in that time.',
  isBeforeStart: ({ start }: { start: string }) => `is before ${start}`,
  isFactorOfOne: () => 'must not be 1, which changes nothing',
  movementIsOfAnotherRecord: ({ id, recordId }: { id: string; recordId: string }) =>
    `Movement ${id} is not of record ${recordId}; recordId has to be the movement's own record.`,
  movementIsNotDeleted: ({ id }: { id: string }) => `Movement ${id} is not deleted.`,
  movementIsDeleted: ({ id }: { id: string }) => `Movement ${id} has already been deleted.`,
  isForUnweighedLoad: () =>
    'is for a load that is not weighed full and empty yet: send it to PUT /api/inventory/movements/{id}',
  isForLorryWithOneLoad: () =>
    'is for a lorry with one load: of a ticket, say it of each of its parts with parts',
  isForLoadFromRecord: () => 'is of a load that is taken from a record: this one comes from a sender',
  isForUncorrectingLoad: () =>
    'is for a load that corrects nothing where it is taken from: delete it and enter it anew',
  isCropInsteadOfStock: () => 'is a standing crop where the load is stock, or the other way round',
  isStockOfAnotherOwner: () => 'is stock of another owner: delete the load and enter it anew',
  isOfAnotherCommodity: () => 'is of another commodity than the storage contract of the load',
  isForPart: () => 'is for a part of a ticket',
  isForParts: () => 'is for the parts of a ticket',
  hasTooFewParts: ({ count, parts }: { count: number; parts: number }) =>
    `has ${count} of them, and the ticket has ${parts} parts: to leave one out, send isLeftOut with it`,
  needsShares: () => 'is needed where a lorry has another number of parts',
  isNewPart: () => 'is new: it has a source or a destination of its own',
  isForPartThatIsThere: () => 'is for a part that is there',
  isForAnotherPart: () => 'is for another part than the movement that this is sent to',
  isForPartThatGoesNowhere: () => 'is for a part that goes nowhere',
  isYourOrganisation: () => 'is your own organisation; name the store with storageId',
  isSameBay: () => 'is the bay that the stock already lies in',
  goesNowhere: () =>
    'Say where it goes: destination.storageId for a bay of your own, or destination.organisationId, or organisationName alone, for another organisation.',
  goesToTwoPlaces: () =>
    'The destination names both a store and another organisation. Give storageId for a bay of your own, or organisationId alone.',
  destinationIsOtherwise: ({ type, name, actual }: { type: PlaceType; name: string; actual: PlaceType }) =>
    `The destination says ${type}, but “${name}” is a ${actual}.`,
  needsSold: () => 'is needed when stock goes to another organisation',
  isNotSoldHere: () => 'cannot be true for stock that stays with you',
  isForStockFromBay: () => 'is for a movement that takes stock from a bay',
  needsWeight: () => 'is needed, in kilograms; 0 for a load that is not weighed yet',
  isTooLight: () => 'must be at least 0.001, or 0 for a load that is not weighed yet',
  isNotAboveEmpty: () => 'must be more than the empty weight',
  everyPartHasShare: () => 'is needed: every part has a share',
  everyPartHasWeight: () => 'is needed: every part has a weight',
  isGivenByShare: () => 'is what its share of the net is: give one of them',
  weightsDoNotAddUp: (
    { of, sum, weighed, isFull }: { of: 'parts' | 'bays'; sum: number; weighed: number; isFull: boolean },
    { weight }: Writing,
  ) =>
    `the weights of the ${of} add up to ${weight(sum)}, ${isFull ? 'the full lorry' : 'the lorry'} weighed ${weight(weighed)}`,
  hasOtherNumberOfShares: ({ count, parts }: { count: number; parts: number }) =>
    `has ${count} of them, and the ticket has ${parts} parts: each has one share`,
  leavesNoWeightForOthers: () => 'leaves no weight for the other parts of the lorry: delete those as well',
  needsLorryNet: ({ net, part, less }: { net: number; part: number; less: number }, { weight }: Writing) =>
    `is needed, since the lorry weighed ${weight(net)} and other parts of it stay in the books: “stays” adds the ${weight(part)} of this part to them, “less” leaves them as they are and makes the lorry’s net ${weight(less)}`,
  isOncePerLorry: () => 'is said once for the lorry, in ticket',
  isForStockOfOneOwner: () => 'is for stock of one owner',
  hasTooManyPartsTogether: ({ limit, count }: { limit: number; count: number }) =>
    `must have at most ${limit} parts together; these have ${count}`,
  needsOrigin: () => 'must have a recordId, a fieldId, or the commodity of what somebody brings',
  doesNotGoWith: ({ other }: { other: string }) => `does not go with ${other}: a load comes from one place`,
  needsStore: () => 'is needed: the store that it comes into',
  isForWeight: () => 'is for a weight that is sent with it',
  isForTare: () => 'is for the empty lorry: a full one is weighed anew',
  isForNetAlone: () => 'is for a load that was not weighed full and empty',
  typedWeightsAreRefused: () =>
    'must come from a scale: your organisation does not take weights that are typed',
  typedWeightNeedsReason: () =>
    'is needed: your organisation wants to know why a weight was typed and not read from the scale',
  tareIsUnknown: ({ registration, weight }: { registration: string; weight: number }, write: Writing) =>
    `${registration === '' ? 'A lorry without a registration' : registration} was not weighed empty with ${write.weight(weight)} in the last year: weigh it empty.`,
  tareIsOld: (
    { registration, weight, days }: { registration: string; weight: number; days: number },
    write: Writing,
  ) =>
    days === 0
      ? `Your organisation does not use a tare again: weigh ${registration} empty.`
      : `The tare of ${registration}, ${write.weight(weight)}, is older than ${days} ${days === 1 ? 'day' : 'days'}: weigh it empty.`,
  taresDiffer: ({ registration }: { registration: string }) =>
    `The tares of ${registration} differ by more than 2 % from one weighing to the next: weigh it empty each time.`,
}
