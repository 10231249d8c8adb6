import type { RoleName } from '../terms.ts'
import type { KindName, PlaceType, SourceType, ChoiceName, MovementChoice } from '../stock-terms.ts'
import type { Writing } from '../writing.ts'

export const records = {
  mayNotAdjust: ({ role, able }: { role: RoleName; able: RoleName[] }, { or }: Writing) =>
    `Your role, ${role}, may move stock, but not adjust it: that takes ${or(able)}.`,
  mayOnlyTakeIn: ({ role, able }: { role: RoleName; able: RoleName[] }, { or }: Writing) =>
    `Your role, ${role}, may take stock in, but not enter other records: that takes ${or(able)}.`,
  isForStockToCorrect: () => 'is for stock; a standing crop has no weight to correct',
  isForStockToEmpty: () => 'is for stock; a standing crop is not emptied',
  isNoId: ({ given }: { given: string }) => `${JSON.stringify(given)} is not an id`,
  isFutureStock: () => 'is in the future; for stock that is already there give a date up to now',
  isForeignOwner: () => 'is another organisation: set owned to false for stock that you keep for them',
  isYourselfAsOwner: () => 'is your own organisation: set owned to true',
  isPlantingOrIntake: () => 'is either a planting or an intake',
  isOtherSource: ({ type, actual }: { type: SourceType; actual: 'planting' | 'intake' | 'existing' }) =>
    `is ${type}, but source has ${{ planting: 'a planting', intake: 'an intake', existing: `no ${type}` }[actual]}`,
  needsField: () => 'must name the field',
  needsBay: () => 'must name the bay',
  isForeignStorer: () => 'must be your own organisation: the storer enters what it stores',
  isUnknownStorage: ({ id }: { id: string }) => `there is no storage ${id}`,
  isOtherPlace: ({ type, name, actual }: { type: PlaceType; name: string; actual: PlaceType }) =>
    `is ${type}, but “${name}” is a ${actual}`,
  isStoreAndNoField: ({ name }: { name: string }) => `“${name}” is a store; a planting needs a field`,
  isFieldAndNoStore: ({ name }: { name: string }) =>
    `“${name}” is a field; stock is kept in the bay of a store`,
  isNoBayOf({
    name,
    isGiven,
    bays,
  }: {
    name: string
    isGiven: boolean
    bays: { id: number; name: string }[]
  }) {
    const lack = isGiven ? `“${name}” has no such bay` : 'is needed'
    const named = bays.map((bay) => `${bay.id} (${bay.name})`).join(', ')
    return named === '' ? `${lack}; “${name}” has no bays` : `${lack}; the bays of “${name}” are ${named}`
  },
  isLargerThanField: (field: { area: number }, { area }: Writing) =>
    `is more than the field has: ${area(field.area)}`,
  isGivenByTicket: () => 'says what the ticket says: give one of them',
  hasSharesWithoutIntake: () => 'has shares, which are for the parts of an intake: give weights',
  isNeededInKilograms: () => 'is needed, in kilograms',
  isOtherThanSum: ({ given, sum }: { given: number; sum: number }, { weight }: Writing) =>
    `is ${weight(given)}, but the weights in storage add up to ${weight(sum)}`,
  isNoReason: () => 'is not a managed adjustment reason',
  isReasonForLoss: (
    { reasonName, countOf, added }: { reasonName: string; countOf?: string; added: number },
    { weight }: Writing,
  ) =>
    `is “${reasonName}”, which takes stock away; ${countOf === undefined ? 'the adjustment' : `the count of “${countOf}”`} adds ${weight(added)}`,
  isReasonForGain: (
    { reasonName, countOf, taken }: { reasonName: string; countOf?: string; taken: number },
    { weight }: Writing,
  ) =>
    `is “${reasonName}”, which adds stock; ${countOf === undefined ? 'the adjustment' : `the count of “${countOf}”`} takes ${weight(taken)} away`,
  isNoPercentage: () => 'must be a percentage from 0 to 100, such as 14.5',
  isUnknownCommodity: ({ id }: { id: number }) => `is not a known commodity: ${id}`,
  isUnknownTag: ({ id }: { id: number }) => `there is no tag ${id}`,
  excludeEachOther: ({ one, other }: { one: string; other: string }) =>
    `${one} and ${other} exclude each other`,
  isOtherKind: ({ name, actual, kind }: { name: string; actual: KindName; kind: KindName }) =>
    `${name} is ${actual}, not ${kind}`,
  isNoTypeId: ({ name, id }: { name: string; id: number }, { commodity }: Writing) =>
    `is not a type of ${commodity(name)}: ${id}`,
  isNoGrade: ({ id }: { id: number }) => `is not a grade of this commodity and type: ${id}`,
  isAnotherHarvestYear: ({ harvestYear }: { harvestYear: string }) =>
    `says another year than harvestYear, ${harvestYear}`,
  isForPlanting: () => 'is for a planting; this is stock',
  isFutureCount: () => 'is in the future; only what is there can be counted',
  isCountedTwice: () => 'is named twice; a record has one count',
  isStandingCrop: ({ name }: { name: string }) =>
    `“${name}” is a standing crop; adjust its remaining area in the harvest plan instead.`,
  needsMeasurement: () => 'must have a measurement, unless there is a file or a grade',
  isMeasuredTwice: () => 'is measured twice',
  isNoFileOfYours: ({ id }: { id: string }) => `is not a file of yours: ${id}`,
  hasTooManyFiles: ({ limit }: { limit: number }) => `would be more than ${limit} files on this adjustment`,
  hasTooManyDates: ({ count, limit }: { count: number; limit: number }) =>
    `makes ${count} dates, and at most ${limit} are answered; take longer steps`,
  wouldBecomeTheSame: ({ name }: { name: string }) =>
    `The bay has a parcel of that harvest year and kind already, “${name}”; two parcels cannot become the same.`,
  // What people may choose of a filter.
  choiceName: ({ name }: { name: ChoiceName }) => name.charAt(0).toUpperCase() + name.slice(1),
  movementChoiceName: ({ name }: { name: MovementChoice }) => name as string,
  isNoLogo: () => 'is no PNG, JPEG or SVG that can be read',
  isAfterStatement: () => 'is after the end of the statement',
  paperIsIssued: ({ replaces }: { replaces: boolean }) =>
    replaces ? 'The paper is issued, and replaces the one before.' : 'The paper is issued.',
  paperIsCopied: ({ copy }: { copy: number }) => `The paper says what it said: this is copy ${copy}.`,
  isNoNumberPattern: () =>
    'is no pattern for numbers: it has one place for figures, such as {0000}, and beside it text, {store}, {yy} and {yyyy}',
  patternNeedsYear: () =>
    'needs {yy} or {yyyy}: each year begins at 1 again, and two papers would have one number',
  patternNeedsStore: () => 'needs {store}: each store begins at 1, and two papers would have one number',
  isOfNoStore: () => 'is for papers of one store, and these are not',
  isCodeOfAnotherStore: ({ code }: { code: string }) => `${code} is what another store is called in numbers`,
}
