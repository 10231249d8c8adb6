import Type, { type Static } from 'typebox'
import {
  closed,
  DateText,
  described,
  FileRef,
  idParam,
  Kilograms,
  LongText,
  maybe,
  named,
  NamedId,
  oneOf,
  orNull,
  PageOf,
  PathId,
  ReferenceId,
  Text,
  withDefault,
} from '../../http/validate/schema.ts'
import { FilesInput } from '../records/bodies.ts'
import { Remarks } from '../stock/schema.ts'
import { HowMeasured } from './how-measured.ts'
import { stocktakeLineStates } from './stocktake-rules.ts'

/** The wire shapes of stock-takes: bays counted as of one moment. */

export const MOST_BAYS = 2000
export const stocktakeStatuses = ['open', 'approved', 'cancelled'] as const

export const StocktakeIdParam = idParam('The stock-take, by id.')
export const StocktakeLineParam = closed({
  ...StocktakeIdParam.properties,
  bay: described(PathId, 'The bay, by id (`substorageId`).'),
})

const Id = Type.String({ minLength: 1, maxLength: 100 })
const BayId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

export const CreateStocktakeBody = closed({
  name: described(Text, 'What it is called, such as Year end 2026.'),
  storageIds: maybe(
    Type.Array(Id, {
      maxItems: MOST_BAYS,
      description: 'Stores of yours, all bays of each. Without stores and bays: all stores.',
    }),
  ),
  substorageIds: maybe(
    Type.Array(BayId, { maxItems: MOST_BAYS, description: 'Bays of yours, beside those of the stores.' }),
  ),
  cutOffISO: maybe(
    described(
      DateText,
      'The moment of which stock is stated, by default now. A date alone is the close of that day. It may be still to come: then it is approved afterwards.',
    ),
  ),
  isBlind: withDefault(
    Type.Boolean({ description: 'Whoever counts does not see the book. Default: false.' }),
    false,
  ),
  tolerance: maybe(
    closed(
      {
        percent: maybe(Type.Number({ minimum: 0, maximum: 100, description: 'Per cent of the book.' })),
        weight: maybe(Kilograms),
      },
      'A difference above it, or above the greater of both, is counted again by somebody else. Without it nothing has to be.',
    ),
  ),
  counterIds: maybe(
    Type.Array(Id, {
      maxItems: 200,
      description: 'Who counts: people of your organisation. By default anybody who may.',
    }),
  ),
  approverIds: maybe(
    Type.Array(Id, {
      maxItems: 200,
      description:
        'Who approves: people of your organisation. By default anybody who may and has not counted.',
    }),
  ),
})
export type CreateStocktakeBody = Static<typeof CreateStocktakeBody>

export const CountLineBody = closed({
  counted: maybe(
    described(
      Kilograms,
      'What lies in the bay, in kilograms; 0 says that nothing does. Each is a count of its own, and the last one stands.',
    ),
  ),
  countedAtISO: maybe(
    described(DateText, 'When it was counted, by default now. A date alone is the close of that day.'),
  ),
  countedBy: maybe(
    closed(
      {
        id: maybe(described(Id, 'Somebody of your organisation.')),
        name: maybe(described(Text, 'Or somebody without an account, by name.')),
      },
      'Who counted, by default you.',
    ),
  ),
  howMeasured: maybe(
    described(HowMeasured, 'Over the scale, or by the volume of the heap with the lengths that were taken.'),
  ),
  files: maybe(FilesInput),
  note: maybe(described(LongText, 'What was seen or done.')),
  recordId: maybe(
    described(
      Id,
      'The parcel that lies there, where the book has none or several; null leaves it to the book.',
    ),
  ),
  reasonId: maybe(
    described(
      ReferenceId,
      'The reason of the difference, of the group adjustment; null is a stock take. Who may approve sets it.',
    ),
  ),
  leftOut: maybe(
    described(
      LongText,
      'Why the bay is not counted; null takes it in again. Who may approve leaves bays out.',
    ),
  ),
})
export type CountLineBody = Static<typeof CountLineBody>

export const RecountBody = closed({
  substorageIds: maybe(
    Type.Array(BayId, {
      maxItems: MOST_BAYS,
      description: 'The bays to count again. By default those whose difference is above the tolerance.',
    }),
  ),
})
export type RecountBody = Static<typeof RecountBody>

const text = Type.String()
const kilograms = (description: string) => Type.Number({ description: `Kilograms. ${description}` })
const hidden = 'Null while it is hidden from you.'

const StocktakePerson = closed({ id: text, name: text })

/** A page of those who may be named to count or to approve. */
export const StocktakePeople = PageOf(StocktakePerson)
export type StocktakePeople = Static<typeof StocktakePeople>

const StocktakeCount = named('StocktakeCount', {
  number: Type.Integer(),
  weight: kilograms('What was counted.'),
  countedAtUTC: text,
  countedById: Type.String({ description: 'Empty of somebody without an account.' }),
  countedBy: text,
  howMeasured: orNull(HowMeasured),
  files: Type.Array(FileRef),
  note: text,
  enteredBy: text,
  enteredAtUTC: text,
})

const StocktakeParcel = named('StocktakeParcel', {
  recordId: text,
  commodity: NamedId,
  type: NamedId,
  grade: NamedId,
  variety: text,
  harvestYear: text,
  ownerId: text,
  ownerName: text,
  isOwn: Type.Boolean(),
  weight: orNull(kilograms(`By the book at the cut-off. ${hidden}`)),
})

export const StocktakeLine = named('StocktakeLine', {
  line: Type.Integer(),
  storageId: text,
  storageName: text,
  substorageId: Type.Integer(),
  substorageName: text,
  state: oneOf(
    stocktakeLineStates,
    'open: nobody has counted. recount: a second count is due. unknown_stock: something lies in a bay that is empty by the book; say which parcel it is, or enter it. several_parcels: say which of the parcels the difference is of. left_out: it is not counted.',
  ),
  stock: Type.Array(StocktakeParcel, { description: 'What lay there at the cut-off, by the book.' }),
  book: orNull(kilograms(`Of all that. ${hidden}`)),
  counted: orNull(
    kilograms(
      'What lay there at the cut-off, as it was counted: rolled to it through what moved between. Null while nobody has counted, or it is hidden.',
    ),
  ),
  variance: orNull(kilograms('Counted less book.')),
  isOutside: orNull(Type.Boolean({ description: 'Above the tolerance.' })),
  datedAtUTC: orNull(
    Type.String({
      description:
        'The moment of which the count is: the cut-off, or, where it cannot be rolled so far, when the bay was counted.',
    }),
  ),
  rolled: orNull(
    closed(
      {
        weight: kilograms('What the last count found at its own moment.'),
        countedAtUTC: text,
        moved: kilograms(
          'What the book has more at the cut-off than then: it left since, net of what came; of a count from before the cut-off it came until then.',
        ),
        atCutOff: kilograms('Both together: what lay there at the cut-off, as it was counted.'),
      },
      'How a count of another moment than the cut-off was rolled to it. Null where it was not, or it is hidden.',
    ),
  ),
  recordId: orNull(Type.String({ description: 'The parcel that the difference is of.' })),
  reasonId: Type.Integer(),
  reason: text,
  leftOut: orNull(text),
  recountAskedAtUTC: orNull(text),
  recountAskedBy: text,
  counts: Type.Array(StocktakeCount, {
    description: 'Each count, the last one stands. In a blind session only your own.',
  }),
  timesCounted: Type.Integer({
    description: 'How often it was counted, by anybody: the number of the last count.',
  }),
  late: Type.Array(
    closed({
      id: Type.Integer({ description: 'The movement, or the count.' }),
      recordId: text,
      atUTC: text,
      weight: kilograms('What it added; negative took away.'),
    }),
    {
      description:
        'What was entered for before the cut-off since the bay was counted; of an approved session, since the approval.',
    },
  ),
  adjustmentId: orNull(
    Type.Integer({ description: 'The count in the timeline of the parcel, once it is approved.' }),
  ),
  varianceNow: orNull(
    kilograms('Of an approved session: what the count finds by now. Late tickets change it.'),
  ),
})
export type StocktakeLine = Static<typeof StocktakeLine>

const Totals = closed({
  lines: Type.Integer(),
  counted: Type.Integer(),
  recount: Type.Integer(),
  leftOut: Type.Integer(),
  open: Type.Integer({ description: 'What is not counted, or not clear, and not left out.' }),
  book: orNull(kilograms(hidden)),
  countedWeight: orNull(kilograms(hidden)),
  variance: orNull(kilograms(hidden)),
})

const head = {
  id: text,
  name: text,
  status: oneOf(stocktakeStatuses),
  cutOffUTC: text,
  isBlind: Type.Boolean(),
  tolerance: closed({
    percent: orNull(Type.Number()),
    weight: orNull(kilograms('')),
  }),
  counters: Type.Array(StocktakePerson, { description: 'Empty: anybody who may.' }),
  approvers: Type.Array(StocktakePerson, { description: 'Empty: anybody who may.' }),
  needsSomebodyElse: Type.Boolean({
    description: 'Whether a second count, and the approval, have to be somebody else’s than who counted.',
  }),
  createdAtUTC: text,
  createdBy: text,
  approvedAtUTC: orNull(text),
  approvedBy: text,
  ledgerHash: Type.String({
    description: 'SHA-256 of all entries of your ledger as the approval left it; empty before.',
  }),
  auditHead: Type.String({
    description:
      'The head of the audit log at the approval, as `granary audit verify` compares it: place and SHA-256; empty before, and where there was none.',
  }),
  cancelledAtUTC: orNull(text),
  cancelledBy: text,
  totals: Totals,
}

const StocktakeVariance = closed({
  ownerId: text,
  ownerName: text,
  reasonId: Type.Integer(),
  reason: text,
  found: kilograms('What was counted more than the book had.'),
  lost: kilograms('What was counted less.'),
})

export const Stocktake = named('Stocktake', {
  ...head,
  hidesBook: Type.Boolean({
    description: 'Whether the book is hidden from you: the session is blind, and you count.',
  }),
  variances: Type.Array(StocktakeVariance, {
    description: 'The differences by owner and reason; empty while they are hidden.',
  }),
  lines: Type.Array(StocktakeLine),
})
export type Stocktake = Static<typeof Stocktake>

export const ApprovedStocktake = named('ApprovedStocktake', {
  ...Stocktake.properties,
  ...Remarks.properties,
})

export const StocktakeSummary = named('StocktakeSummary', head)
export type StocktakeSummary = Static<typeof StocktakeSummary>
