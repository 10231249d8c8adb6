import type { Difference } from '../terms.ts'
import { withoutUnit, type Wording, type Writing } from '../writing.ts'
import { fact } from './differences.ts'

export type BoundaryChange = 'replaced' | 'new' | 'there'

/** Something that an import has made, and that somebody has changed since. */
export type Undone =
  | 'capacity'
  | 'area'
  | 'position'
  | 'boundary'
  | 'yield'
  | 'crop'
  | 'load'
  | 'count'
  | 'contract'
  | 'order'

/** Lists the values that could stand there instead; empty if there are none. */
function choices(names: string[]): string {
  return names.length === 0 ? '' : `: there ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}`
}

export const imports = {
  reasons: ({ reasons }: { reasons: Wording[] }, { messages }: Writing) => messages(reasons),
  inUnit: ({ reason, unit }: { reason: Wording; unit: string }, { messages }: Writing) =>
    `${messages([reason])}, in ${unit}`,
  confirmRow: ({ reason }: { reason: Wording }, { messages }: Writing) =>
    `${messages([reason])}: put it right, or confirm the row`,
  columnLooksOdd: ({ column, reason }: { column: string; reason: Wording }, { messages }: Writing) =>
    `${column} ${messages([reason])}.`,
  areaIsOdd: ({ area, least, most }: { area: number; least: number; most: number }, write: Writing) =>
    `is ${write.area(area)}, and a field has mostly ${withoutUnit(write.area(least))} to ${write.area(most)}`,
  weightIsOdd: (
    { weight, least, most, of }: { weight: number; least: number; most: number; of: 'lorry' | 'bay' },
    write: Writing,
  ) =>
    `is ${write.weight(weight)}, and ${of === 'lorry' ? 'a lorry carries' : 'a bay holds'} mostly ${withoutUnit(write.weight(least))} to ${write.weight(most)}`,
  yieldIsOdd: ({ value, least, most }: { value: number; least: number; most: number }, write: Writing) =>
    `is ${write.yield(value)}, and a field bears mostly ${withoutUnit(write.yield(least))} to ${write.yield(most)}`,
  moistureIsOdd: ({ value, least, most }: { value: number; least: number; most: number }) =>
    `is ${value} %, and grain has mostly ${least} to ${most} %`,
  isYearsFromNow: ({ years }: { years: number }) => `is ${years} years from now`,
  positionIsOdd({ isSwapped, isWhole }: { isSwapped: boolean; isWhole: boolean }) {
    const reason = isSwapped
      ? 'and longitude are the other way round: swapped they lie in your country'
      : 'and longitude do not lie in your country'
    return isWhole ? `latitude ${reason}` : reason
  },
  differsThere: ({ of, trait, there, here }: Difference & { of: 'its' | 'store' }, write: Writing) =>
    `${of === 'store' ? 'The store’s' : 'Its'} ${trait} is ${fact(there, write)} there and ${fact(here, write)} here; an import does not change it.`,
  weightDiffers: ({ there, here }: { there: number; here: number }, { weight }: Writing) =>
    `Its weight is ${weight(there)} there and ${weight(here)} here; an import does not change it, a count does.`,
  isOtherStock: ({ differences }: { differences: Difference[] }, write: Writing) =>
    `is other stock: ${differences
      .map(
        ({ trait, there, here }) =>
          `its ${trait} is ${fact(there, write)} there and ${fact(here, write)} here`,
      )
      .join(', ')}. Put that right, or leave this cell empty to enter the row as more stock`,
  stockWasEntered: () => 'The stock was entered.',
  stockWasThere: () => 'This stock was entered before; nothing was added.',
  rowHasReference: ({ row }: { row: number }) =>
    `Row ${row} of the file has the same Reference and says otherwise.`,
  earlierRowHasReference: () => 'An earlier row of the file has the same Reference and says otherwise.',
  severalAreAlike: () =>
    'Several loads were entered before that are like this row in all but the weight: give each a Reference, or leave this row out.',
  stockWasEnteredOtherwise(
    { was, is, isTooOld }: { was: number; is: number; isTooOld: boolean },
    { weight }: Writing,
  ) {
    const said =
      was === is
        ? 'This stock was entered before, and the row says otherwise of it'
        : `This stock was entered before with ${weight(was)}, and the row has ${weight(is)}`
    return isTooOld
      ? `${said}. It was entered too long ago to be corrected from a file: count the bay.`
      : `${said}. To correct it, send the file with update=true; if it is other stock, give the row a Reference of its own.`
  },
  stockWasCorrected: ({ was, is }: { was: number; is: number }, { weight }: Writing) =>
    was === is ? 'The stock was corrected.' : `The stock was corrected: ${weight(was)} became ${weight(is)}.`,
  isNoBayOfStore: ({ store, bays }: { store: string; bays: string[] }, { listed }: Writing) =>
    `is not a bay of “${store}”: its bays are ${listed(bays) || 'none'}`,
  bayIsNeeded: ({ store, bays }: { store: string; bays: string[] }, { listed }: Writing) =>
    `is needed: the bays of “${store}” are ${listed(bays) || 'none'}`,
  isNotInBushels: () => 'is in bushels, and this commodity is not weighed in them',
  isNameOfSeveral: ({ count }: { count: number }) =>
    `is the name of ${count} of yours: say which in “Business unit”`,
  isNoPlaceOfYours: ({ what }: { what: 'fields' | 'stores' }) =>
    `is not one of your ${what}: none of that name is there`,
  isNeededWith: ({ given }: { given: 'capacity' | 'commodity' | 'type' }) =>
    `is needed where a ${given} is given`,
  needsBeside: ({ coordinate }: { coordinate: 'latitude' | 'longitude' }) =>
    `needs a ${coordinate} beside it`,
  wasAdded: ({ what }: { what: ('store' | 'bay' | 'capacity')[] }) =>
    `Added: ${what.map((each) => `the ${each}`).join(', ')}.`,
  allWasThere: () => 'All of it was there before; nothing was added.',
  rowHasCapacity: ({ row, was, is }: { row: number; was: number; is: number }) =>
    `Row ${row} of the file has ${was} kg for the same, and this row ${is} kg.`,
  capacityDiffers: ({ there, here }: { there: number; here: number }) =>
    `The bay holds ${there} kg there and ${here} kg here; an import does not change it.`,
  fieldWasMade: () => 'The field was made.',
  fieldWasThere: () => 'The field was there before; nothing was added.',
  fieldWasMadeBefore: () => 'This field was made before; nothing was added.',
  rowHasField: ({ row }: { row: number }) => `Row ${row} of the file has the same field and says otherwise.`,
  areaWasFilled: ({ area }: { area: number }) =>
    `The field was there before, without an area: it has ${area} ha now.`,
  areaWasChanged: ({ was, is }: { was: number; is: number }) => `The area was ${was} ha and is ${is} ha now.`,
  rowHasCrop: ({ row }: { row: number }) =>
    `Row ${row} of the file has the same crop in the same field and says otherwise.`,
  fieldIsThere: ({ area }: { area?: number }) =>
    `There is a field of this name already, ${area === undefined ? 'made of another field' : `of ${area} ha`}: give the new one another name.`,
  yieldWasSet: () => 'The expected yield was set.',
  yieldWasThere: () => 'The expected yield was this before; nothing was changed.',
  rowHasYield: ({ row, was, is }: { row: number; was: number; is: number }, write: Writing) =>
    `Row ${row} says ${write.yield(was)} of this crop, this row ${write.yield(is)}. The last row counts: if that is wrong, leave this row out and send the file again.`,
  hasNoSuchCrop: () => 'has no such crop',
  yearIsNeeded: ({ years }: { years: string[] }) =>
    `must say which: the field has crops of ${years.join(', ')}`,
  commodityIsNeeded: () => 'must say which: the field has several',
  isCropOfOtherField: () => 'is a crop of another field of yours: put Field or Record right',
  isOtherCrop: ({ crop, mayEnter }: { crop: string[]; mayEnter: boolean }) =>
    `is not that of the crop in Record, which is ${crop.join(', ')}: put one of them right, or ${
      mayEnter ? 'leave Record empty to enter another crop' : 'leave this cell empty'
    }`,
  isNoArea: ({ what }: { what: string }) => `It is no area but a ${what}: left out.`,
  rowHasOutline: ({ row }: { row: number }) =>
    `Row ${row} of the file has the same field and another outline: draw the parts of a field as one shape.`,
  outlineComesTwice: () => 'The outline comes twice.',
  fieldWasMadeWithBoundary: ({ area }: { area: number }) =>
    `The field was made, with its boundary: ${area} ha.`,
  outlineDiffers: ({ outline, area }: { outline: number; area: number }) =>
    `The outline encloses ${outline} ha, and the field has ${area} ha, which stays.`,
  positionIsOutside: () => 'The position of the field lies outside of the outline, and stays.',
  boundaryStays: () => 'The field has another boundary, which stays.',
  sendUpdate: () => 'Send update=true to replace it.',
  outlineWasNotTaken: ({ refusal }: { refusal: Wording }, { messages }: Writing) =>
    `Its area and position were not taken from the outline: ${messages([refusal])}`,
  boundaryWasThere: () => 'The field had this boundary before; nothing was changed.',
  boundaryWasSet({ how, area, position }: { how: BoundaryChange; area?: number; position: boolean }) {
    const done = {
      replaced: 'The boundary was replaced',
      new: 'The field has its boundary now',
      there: 'The boundary was there before',
    }
    const taken = [
      ...(area === undefined ? [] : [`its area is ${area} ha now`]),
      ...(position ? ['its position was taken from it'] : []),
    ]
    return `${[done[how], ...taken].join('; ')}.`
  },
  typeIsNeeded: ({ types }: { types: string[] }) => `is needed${choices(types)}`,
  isNoGradeOfType: ({ grades }: { grades: string[] }) =>
    `is not a grade of this commodity and type${choices(grades)}`,
  isNoCommodityTag: ({ name }: { name: string }) => `is not a commodity tag: ${name}`,
  stockHasGoneOn: (
    {
      movementId,
      atUTC,
      timeZone,
      weight,
    }: { movementId: number; atUTC: string; timeZone: string; weight: number },
    write: Writing,
  ) =>
    `Some of this stock has gone on since: movement ${movementId} of ${write.day(atUTC, timeZone)}, ${write.weight(weight)}. Delete that load first.`,
  cannotBeUndone: () => 'This cannot be undone from here: correct it by hand, or by another file.',
  unitIsInUse: () => 'The business unit is in use.',
  wasChangedSince: ({ what }: { what: Undone }) =>
    `The ${what} has been ${what === 'load' || what === 'count' ? 'corrected' : 'changed'} since.`,
  cropHasGoneOn: () => 'Something has gone on from the crop: it was harvested, sampled, split or corrected.',
  placeIsInUse: () => 'Something lies or stands there, or has: stock, a crop, a bay, a note.',
  bayHasCapacity: () => 'The bay has been given a capacity since.',
  bayHasStock: () => 'Stock lies in the bay, or has.',
  isNoTypeOf: ({ commodity, types }: { commodity: string; types: string[] }) =>
    `is not a type of ${commodity}${choices(types)}`,
  typesDisagree: ({ type, commodity, otherType }: { type: string; commodity: string; otherType: string }) =>
    `is ${type}, and “${commodity}” is ${otherType}: put one of them right`,
  isNoCommodityCountry: () => 'is not the two-letter code of a country that has commodities here',
  isNoGradeIn: ({ country }: { country: string }) => `is not a grade of it in ${country}`,
  sendWholeFile: () =>
    'Put the row right in the whole file and send that again: a grade keeps only what the last file gives it.',
  gradeHadNone: () => 'The grade had no varieties of its own before.',
  gradeKeepsFile: () => 'The grade keeps only the varieties that the file gives it.',
  varietyWasThere: () => 'The variety was in the list before.',
  varietyIsListed: () => 'The variety is in the list.',
}
