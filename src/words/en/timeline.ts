import type { ChangedField, MeasuredFigure, PayerName, RecordSource, WeightNamed } from '../stock-terms.ts'
import type { Writing } from '../writing.ts'
import { changedField } from '../changed-field.ts'
import { BEGINNINGS, CHANGES, differenceOf, loadAtStart, measured, sourceOfWeight } from './stock-terms.ts'

const WEIGHTS = { full: 'Full', empty: 'Empty', net: 'Net' }

export const timeline = {
  recordBegan: ({ source }: { source: RecordSource }) => BEGINNINGS[source],
  isOfferedWith: ({ weight }: { weight: number }, write: Writing) =>
    `Entered as available to trade: ${write.weight(weight)}.`,
  plantingIsEntered: () => 'Planting entered.',
  loadCameIn: (
    { weight, from, isPlanned }: { weight: number; from: string; isPlanned: boolean },
    write: Writing,
  ) => `${loadAtStart(weight, write)} ${isPlanned ? 'is to come' : 'came'} in from ${from}.`,
  loadWentOut: (
    { weight, to, isSold, isPlanned }: { weight: number; to: string; isSold: boolean; isPlanned: boolean },
    write: Writing,
  ) =>
    `${loadAtStart(weight, write)} ${isPlanned ? 'is to go' : 'went'} out to ${to}${isSold ? ', sold' : ''}.`,
  // `from` is empty where it is not known.
  loadMoved: (
    { weight, from, to, isPlanned }: { weight: number; from: string; to: string; isPlanned: boolean },
    write: Writing,
  ) =>
    `${loadAtStart(weight, write)} ${isPlanned ? 'is to move' : 'moved'}${from === '' ? '' : ` from ${from}`} to ${to}.`,
  dryingTakes: (
    { weight, payer, isPlanned }: { weight: number; payer: PayerName; isPlanned: boolean },
    write: Writing,
  ) => `Drying ${isPlanned ? 'is to take' : 'took'} ${write.weight(weight)}, on the ${payer}.`,
  weightsComeFrom: (
    { weights, timeZone }: { weights: WeightNamed[]; timeZone: string },
    { day, figure }: Writing,
  ) =>
    weights
      .map(
        (each) =>
          `${WEIGHTS[each.what]}: ${sourceOfWeight(each, { day: (utc) => day(utc, timeZone), figure })}.`,
      )
      .join(' '),
  joinsStockThere: ({ isPlanned }: { isPlanned: boolean }) =>
    `It ${isPlanned ? 'is to join' : 'joined'} the stock there.`,
  // What was found, or, negative, lost.
  isCorrectedBy: (
    { difference, reasonName, isPlanned }: { difference: number; reasonName: string; isPlanned: boolean },
    write: Writing,
  ) => `${differenceOf(difference, isPlanned, write)}: ${reasonName.toLowerCase()}.`,
  isSetTo: (
    {
      weight,
      difference,
      reasonName,
      isPlanned,
    }: { weight: number; difference: number; reasonName: string; isPlanned: boolean },
    write: Writing,
  ) =>
    `${isPlanned ? 'To be set' : 'Set'} to ${write.weight(weight)}: ${reasonName.toLowerCase()}; ${differenceOf(difference, isPlanned, write)}.`,
  wasCountedBy: ({ name }: { name: string }) => `Counted by ${name}.`,
  wasEnteredAs: ({ reasonName }: { reasonName: string }) => `It was entered as ${reasonName.toLowerCase()}.`,
  isSampled: ({ figures }: { figures: MeasuredFigure[] }) =>
    figures.length === 0 ? 'Sampled.' : `Sampled: ${figures.map(measured).join(', ')}.`,
  isRegraded: ({ before, after }: { before: string | null; after: string | null }) =>
    `Regraded from ${before ?? 'none'} to ${after ?? 'none'}.`,
  recordIsChanged: ({ changes }: { changes: ChangedField[] }, write: Writing) =>
    `Changed ${changes.map((each) => changedField(each, CHANGES, write)).join(', ')}.`,
  hasFileAlready: ({ id }: { id: number }) => `Adjustment ${id} has this file already.`,
  fileIsAttached: ({ id }: { id: number }) => `The file is attached to adjustment ${id}.`,
  fileIsDetached: ({ id }: { id: number }) => `The file is no longer attached to adjustment ${id}.`,
  remainingAreaChanged: ({ before, after }: { before: number; after: number }, { area }: Writing) =>
    `Remaining area changed from ${area(before)} to ${area(after)}.`,
  isSplitWithField: ({ parts }: { parts: string[] }, { listed }: Writing) =>
    `Split with its field: ${listed(parts)}.`,
  isMadeBySplit: () => 'Made by splitting a field.',
  areaIsThatOfField: ({ after }: { after: number }, { area }: Writing) =>
    `Area changed from ${area(0)} to ${area(after)}, with its field.`,
  isCorrectedByImport: () => 'Taken back: an import has corrected it.',
  isUndoneWithImport: () => 'Taken back: its import was undone.',
}
