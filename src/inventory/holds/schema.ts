import Type, { type Static } from 'typebox'
import {
  closed,
  Conflict,
  DateText,
  described,
  FileRef,
  idParam,
  LongText,
  maybe,
  named,
  oneOf,
  orNull,
  Text,
} from '../../http/validate/schema.ts'
import { SEEN } from '../../kernel/names.ts'
import { blockings, holdReasons } from '../ledger/ledger.ts'
import { FilesInput } from '../records/bodies.ts'

/** The wire shapes of holds on bays and parcels. */

export const holdStates = ['coming', 'standing', 'ended'] as const
export type HoldState = (typeof holdStates)[number]

export const HoldIdParam = idParam('The hold, by id.')

const MOST_DAYS = 3650

const Seen = Type.String({ maxLength: 500, pattern: SEEN })

const FumigationInput = closed(
  {
    product: described(Seen, 'What was used, such as Phosphine tablets.'),
    dose: described(Seen, 'How much of it, as its label says, such as 5 g/t.'),
    airedISO: maybe(
      described(
        DateText,
        'When it is, or will be, aired out; the hold ends by itself the withholding days later. Left out or null: not known, so that the hold stands.',
      ),
    ),
    withholdingDays: maybe(
      Type.Integer({
        minimum: 0,
        maximum: MOST_DAYS,
        description: 'Days after airing before grain may leave. Default: 0.',
      }),
    ),
  },
  'How it is fumigated; it starts when the hold begins.',
)
export type FumigationInput = Static<typeof FumigationInput>

const Until = maybe(
  described(
    DateText,
    'When it ends by itself; a date alone is the close of that day. Left out or null: it stands until somebody releases it. A fumigation says this by its airing.',
  ),
)
const Note = described(LongText, 'Why, and what has to happen, in your own words.')

export const SetHoldBody = closed({
  storageId: maybe(described(Text, 'The store, where a bay is held.')),
  substorageId: maybe(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The bay; may be left out where the store has one alone.',
    }),
  ),
  recordId: maybe(described(Text, 'Or the parcel that is held, wherever else it is not.')),
  reason: oneOf(holdReasons, 'Why.'),
  fromISO: maybe(
    described(
      DateText,
      'Since when; may be before it is entered, or later. Default: now. What left since then is listed by its trace.',
    ),
  ),
  untilISO: Until,
  blocks: maybe(
    oneOf(blockings, 'out: nothing may leave. in: nothing may come. both: neither. Default: both.'),
  ),
  note: maybe(Note),
  files: maybe(FilesInput),
  fumigation: maybe(FumigationInput),
})
export type SetHoldBody = Static<typeof SetHoldBody>

export const ChangeHoldBody = closed(
  {
    untilISO: Until,
    note: maybe(Note),
    files: maybe(FilesInput),
    fumigation: maybe(FumigationInput),
  },
  'What is left out stays as it was.',
)
export type ChangeHoldBody = Static<typeof ChangeHoldBody>

export const ReleaseHoldBody = closed({
  note: maybe(described(LongText, 'Why it may be released, such as the number of a result.')),
})
export type ReleaseHoldBody = Static<typeof ReleaseHoldBody>

const text = Type.String()

const holdProperties = {
  id: text,
  status: oneOf(
    holdStates,
    'coming: it begins later. standing: it holds now. ended: it is over, or was released.',
  ),
  storageId: text,
  substorageId: Type.Integer(),
  store: text,
  bay: text,
  recordId: Type.String({ description: 'The parcel; empty where the whole bay is held.' }),
  recordName: text,
  reason: oneOf(holdReasons),
  reasonName: Type.String({ description: 'The reason in words.' }),
  blocks: oneOf(blockings),
  fromUTC: text,
  untilUTC: orNull(
    Type.String({ description: 'When it ends by itself; null where somebody has to release it.' }),
  ),
  note: text,
  files: Type.Array(FileRef),
  fumigation: orNull(
    closed({
      product: text,
      dose: text,
      airedAtUTC: orNull(text),
      withholdingDays: Type.Integer(),
    }),
  ),
  tracedFromId: Type.String({
    description: 'The hold whose grain went on to here; empty where it has none.',
  }),
  createdByName: Type.String({ description: 'Who set it, and is to be asked.' }),
  createdAtUTC: text,
  releasedAtUTC: orNull(text),
  releasedByName: text,
  releaseNote: text,
}

export const Hold = named('Hold', holdProperties)
export type Hold = Static<typeof Hold>

export const SetHold = named('SetHold', {
  ...holdProperties,
  conflicts: Type.Array(Conflict, { description: 'Planned loads that are against it.' }),
})
export type SetHold = Static<typeof SetHold>

const TracedLoad = closed({
  movementId: Type.Integer(),
  movementDateUTC: text,
  weight: orNull(Type.Number({ description: 'Kilograms; null where it is not weighed.' })),
  fromRecordId: text,
  toRecordId: Type.String({ description: 'The parcel that it is in now; empty where it left your stores.' }),
  to: Type.String({ description: 'The store and bay, or who received it.' }),
  holdOverride: Type.String({
    description: 'Why it was let go; empty where it had left before the hold was entered.',
  }),
})

const TracedParcel = closed({
  recordId: text,
  name: text,
  storageId: text,
  substorageId: Type.Integer(),
  place: text,
  sinceUTC: Type.String({ description: 'When the first of it came.' }),
  weight: Type.Number({ description: 'Kilograms that lie there now, with what was there before.' }),
  isHeld: Type.Boolean({ description: 'Whether nothing may leave it already.' }),
})

export const HoldTrace = named('HoldTrace', {
  loads: Type.Array(TracedLoad, {
    description:
      'What left since the hold begins, straight or through other bays; the first first. At most 1,000.',
  }),
  parcels: Type.Array(TracedParcel, { description: 'Where of it still lies something with you.' }),
})
export type HoldTrace = Static<typeof HoldTrace>

export const TracedHolds = named('TracedHolds', {
  holds: Type.Array(Hold, { description: 'Those that were set; empty where all was held already.' }),
})
