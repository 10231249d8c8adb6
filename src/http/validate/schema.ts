import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import { refusalCodes } from '../../kernel/errors.ts'
import { MAX_INTEGER } from '../../kernel/ids.ts'
import { DEFAULT_LIMIT, MAX_LIMIT } from '../../kernel/page.ts'
import { MAX_WEIGHT_KILOGRAMS } from '../../kernel/weight.ts'

/** The format of `DateText`, which validation knows. */
export const DATE_FORMAT = 'date-or-date-time'

/** Shapes that every operation shares. Objects are closed: an unknown field is a fault, never dropped. */

/** A closed object. */
export function closed<Properties extends TProperties>(properties: Properties, description?: string) {
  return Type.Object(properties, { additionalProperties: false, ...(description ? { description } : {}) })
}

/**
 * A closed object that the OpenAPI documents tell of once, under this name, so that a generated client has one type for it. The name is
 * part of the contract: who has generated types refers to it.
 */
export function named<Properties extends TProperties>(
  title: string,
  properties: Properties,
  description?: string,
) {
  return { ...closed(properties, description), title }
}

/** A string out of a few, as one `enum` so that a mistake makes one fault. */
export function oneOf<const Values extends readonly string[]>(values: Values, description?: string) {
  return Type.Unsafe<Values[number]>({
    type: 'string',
    enum: [...values],
    ...(description ? { description } : {}),
  })
}

/** An id in a path. Of any length: text that cannot be an id is not found, like an id that nobody has (docs/decisions/0012-403-and-404.md). */
export const PathId = Type.String()

/** The path parameter that nearly every resource has, and what it is the id of. */
export function idParam(description: string) {
  return closed({ id: described(PathId, description) })
}

/** Makes a schema nullable, with its description on both: generators of clients show no comment of one choice of several. */
export function orNull<Schema extends TSchema>(schema: Schema) {
  const { description } = schema as { description?: string }
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description })
}

/** Makes a schema optional and nullable, as optional fields of a body are taken. */
export function maybe<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(orNull(schema))
}

/** Copies a schema with its meaning here in place of its general description. */
export function described<Schema extends TSchema>(schema: Schema, description: string): Schema {
  return { ...schema, description }
}

/** A field of a body that may be left out and then has this value, so that whoever reads it always finds one. */
export function withDefault<Schema extends TSchema>(schema: Schema, value: Static<Schema>): Schema {
  // Optional on the wire alone: validation has filled it in before the body is read, hence not in the type.
  return Type.Optional({ ...schema, default: value })
}

export const Text = Type.String({ maxLength: 500 })
export const LongText = Type.String({ maxLength: 10_000 })
const DATE_IN_WORDS =
  "ISO 8601. A date alone is the start of that day, and a time without a zone is local time, in the organisation's time zone."

export const DateText = Type.String({
  format: DATE_FORMAT,
  description: DATE_IN_WORDS,
  examples: ['2026-08-14T09:30:00+01:00'],
})

/** Makes a date whose description opens with the event at that time. */
export function dateWhen(what: string) {
  return described(DateText, `${what} ${DATE_IN_WORDS}`)
}

/** The id of something in the reference data, such as a commodity or a reason. */
export const ReferenceId = Type.Integer({ minimum: 1, maximum: MAX_INTEGER })
/** A reference id where 0, like null, means none, so that the values in an answer can be sent back. */
export const ReferenceIdOrZero = Type.Integer({ minimum: 0, maximum: MAX_INTEGER })

export const Hectares = Type.Number({
  minimum: 0,
  maximum: 1_000_000,
  description: 'Hectares, to four decimals.',
})

/** A weight in kilograms, to the gram, zero or more. */
export const Kilograms = Type.Number({
  minimum: 0,
  maximum: MAX_WEIGHT_KILOGRAMS,
  description: 'Kilograms, kept to the gram.',
  examples: [28460],
})

/** A weight that must not be 0. The rules say so and not the schema: what a schema refuses is told without what rules find. */
export const PositiveKilograms = described(Kilograms, 'Kilograms, kept to the gram; more than 0.')

/** A signed weight in kilograms. */
export const SignedKilograms = Type.Number({
  minimum: -MAX_WEIGHT_KILOGRAMS,
  maximum: MAX_WEIGHT_KILOGRAMS,
  description: 'Kilograms, kept to the gram; negative takes away.',
})

export const WeightSchema = named(
  'Weight',
  {
    name: Type.String({ description: 'The unit, such as tonne.' }),
    conversion: Type.Number({ description: 'Kilograms in one unit.' }),
    weight: Type.Number({ description: 'Kilograms.' }),
  },
  'A weight in kilograms, and the unit in which people read it: show `weight` ÷ `conversion`, then `name`.',
)

/** The reading of a scale. If nobody weighed, `name` is "not weighed" and `weight` null, never 0. */
export const ScaleWeight = named(
  'ScaleWeight',
  {
    name: Type.String({ description: 'The unit, such as tonne, or "not weighed".' }),
    conversion: Type.Number({ description: 'Kilograms in one unit.' }),
    weight: orNull(Type.Number({ description: 'Kilograms; null when not weighed.' })),
  },
  'A weight read from a scale. Not weighed: name "not weighed" and weight null.',
)

export const FileRef = named('FileRef', {
  id: Type.String(),
  name: Type.String(),
  url: orNull(Type.String()),
  userId: orNull(Type.String()),
  userName: orNull(Type.String()),
  organisationId: orNull(Type.String()),
  createdAtUTC: orNull(Type.String()),
})

const NOT_READ = 'Not read.'

/** A file as a body names it: `id` decides, the other fields are taken and not read (rules.md §8). */
export const FileRefInput = closed({
  id: Type.String({
    minLength: 1,
    maxLength: 100,
    description:
      'The id of a file. The other fields are not read: an answer’s file can be sent back as it is.',
  }),
  name: maybe(described(Text, NOT_READ)),
  url: maybe(Type.String({ maxLength: 4000, description: NOT_READ })),
  userId: maybe(described(Text, NOT_READ)),
  userName: maybe(described(Text, NOT_READ)),
  organisationId: maybe(described(Text, NOT_READ)),
  createdAtUTC: maybe(described(Text, NOT_READ)),
})

/** A file as a body names it, where answers show an empty one for none, so that they can be sent back. */
export const FileRefOrEmptyInput = closed({
  ...FileRefInput.properties,
  id: Type.String({ maxLength: 100, description: 'The id of a file. Empty means no file, as in answers.' }),
})

/** Tags of the caller's own, beside those that commodities have. */
export const FreeTags = Type.Array(Type.String({ maxLength: 100, pattern: '\\S' }), {
  maxItems: 100,
  description: 'Tags of your own, in your own words.',
})

export const BusinessUnit = named('BusinessUnit', {
  id: Type.String(),
  name: Type.String(),
  type: Type.String(),
})
export type BusinessUnit = Static<typeof BusinessUnit>
export const NamedId = named('NamedId', { id: Type.Integer(), name: Type.String() })

export const conflictKinds = [
  'overdrawn',
  'over_capacity',
  'incompatible',
  'contract_exceeded',
  'on_hold',
] as const

/** Something that is, or will be, wrong in a bay (rules.md §3). */
export const Conflict = named('Conflict', {
  kind: oneOf(
    conflictKinds,
    'overdrawn: more leaves than is there. over_capacity: more lies there than the bay may hold. incompatible: stock lies with stock that it may not be mixed with. contract_exceeded: more comes in than the storage contract agrees. on_hold: a planned load leaves or comes into a bay or parcel while that is on hold.',
  ),
  storageId: Type.String(),
  substorageId: Type.Integer(),
  recordId: Type.String(),
  movementId: Type.Integer({
    description:
      'The number of the movement that causes it; 0 if you may not see its grain. A count, or stock that was there from the beginning, has such a number too, but there is no movement to ask for.',
  }),
  movementDateUTC: Type.String(),
  weight: Type.Number({ description: 'By how many kilograms; 0 for a load that nobody has weighed yet.' }),
  message: Type.String(),
})

export type Conflict = Static<typeof Conflict>

const Weighed = closed({
  empty: orNull(Type.Number({ description: 'Kilograms; null where it was not weighed.' })),
  full: orNull(Type.Number({ description: 'Kilograms; null where it was not weighed.' })),
  weight: orNull(Type.Number({ description: 'Kilograms of the load; null where it is not weighed.' })),
})

/** The weight of a load before a change, and from then on. */
export const LoadChange = named('LoadChange', {
  movementId: Type.Integer(),
  movementDateISO: Type.String(),
  vehicleRegistration: Type.String(),
  before: Weighed,
  after: Weighed,
})

/** A load that was entered before with the ticket of one that is entered. */
export const SameTicket = named('SameTicket', {
  reference: Type.String({ description: 'The number of the ticket, as it is entered now.' }),
  movementId: Type.Integer({ description: 'The movement that was entered before.' }),
  movementDateISO: Type.String(),
})

/** As answers list them. */
export const SameTickets = Type.Optional(
  Type.Array(SameTicket, {
    description:
      'Loads that were entered before with the same ticket: number, kind, store, and day or lorry and weight. The load is stored all the same, and `message` says it. Delete one if it was one load.',
  }),
)

/** Something of whoever has a part in a load that has ended on its day, or ends soon. */
export const ExpiryOfLoad = named('ExpiryOfLoad', {
  partnerId: Type.String(),
  partnerName: Type.String(),
  isHaulier: Type.Boolean({ description: 'Whether it carries the load.' }),
  scheme: Type.String({ description: 'The scheme of the assurance, or the declaration.' }),
  untilISO: Type.String({ description: 'The last day on which it holds, or held.' }),
  isExpired: Type.Boolean({ description: 'false where it ends within 30 days of the load.' }),
  message: Type.String({ description: 'For people.' }),
})
export type ExpiryOfLoad = Static<typeof ExpiryOfLoad>

/** As answers list them. */
export const Expiries = Type.Optional(
  Type.Array(ExpiryOfLoad, {
    description:
      'Assurances and declarations of the sender, the receiver or the haulier that have ended on the day of the load, or end within 30 days. The load is stored all the same, and `message` says it.',
  }),
)

/** Of what was done. To commands it is any text, so that they need not say that theirs is a constant. */
export const Success = Type.Unsafe<string>({ type: 'string', enum: ['success'] })

export const Acknowledgement = named(
  'Acknowledgement',
  {
    message: Type.String(),
    status: Success,
    ids: Type.Optional(
      Type.Array(Type.String(), { description: 'What was made, in the order it was asked for.' }),
    ),
    conflicts: Type.Optional(
      Type.Array(Conflict, {
        description:
          'The conflicts that this made or made worse, now or later in the plan: in the bays it touched, and in the storage contract that stock came in under.',
      }),
    ),
  },
  'What was done, in a sentence.',
)
export type Acknowledgement = Static<typeof Acknowledgement>

/** Results of an import, row by row: good ones are stored, bad ones reported (rules.md §9). */
export const ImportResult = named(
  'ImportResult',
  {
    success: Type.Integer({ description: 'Rows that are stored now, or were before.' }),
    validation: Type.Integer({ description: 'Rows with something wrong in them.' }),
    errors: Type.Integer({ description: 'Rows that are well formed and were refused by a rule.' }),
    results: Type.Array(
      closed({
        rows: Type.String({ description: 'The number of the row.' }),
        status: oneOf(['success', 'unchanged', 'validation', 'error'], 'unchanged: it was there before.'),
        message: Type.Array(Type.String()),
        summary: Type.String(),
        id: Type.String({ description: 'What was made or found; empty for a bad row.' }),
        reference: Type.String({ description: 'What the row is about, for people.' }),
        problems: Type.Array(closed({ column: Type.String(), value: Type.String(), reason: Type.String() }), {
          description: 'What is wrong with the row, field by field.',
        }),
      }),
    ),
  },
  'The outcome of every row.',
)
export type ImportResult = Static<typeof ImportResult>

function paging(limit: number) {
  return {
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_LIMIT,
        default: limit,
        description: 'The most entries that the answer has.',
      }),
    ),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        default: 0,
        description: 'How many entries to leave out at the beginning.',
      }),
    ),
  }
}

export const Page = paging(DEFAULT_LIMIT)
/** Of a list that is answered without saying how many there are: most are wanted whole, and few have more than this. */
export const ListPage = paging(MAX_LIMIT)

/** One page of a list, as it is answered. */
export function PageOf<Item extends TSchema>(item: Item) {
  return closed({
    docs: Type.Array(item),
    totalDocs: Type.Integer(),
    limit: Type.Integer(),
    offset: Type.Integer(),
  })
}

export const ErrorBody = Type.Object(
  {
    status: Type.Literal('error'),
    code: oneOf(refusalCodes, 'Stable; branch on this.'),
    message: Type.String({
      description:
        'For people, in the language of Accept-Language; English where it names none that there is.',
    }),
    messageId: Type.Optional(
      Type.String({ description: 'What the message says; with `data` a program can say it its own way.' }),
    ),
    data: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'What stands in the message: weights in kilograms, moments in UTC.',
      }),
    ),
    stack: Type.String({ description: 'Empty outside development.' }),
    body: Type.Record(Type.String(), Type.Unknown(), { description: 'Facts about the refusal.' }),
    validation: Type.Array(
      closed({
        path: Type.String(),
        label: Type.String({ description: 'What people call the field.' }),
        message: Type.String(),
        messageId: Type.Optional(Type.String()),
        code: Type.String(),
        data: Type.Record(Type.String(), Type.Unknown()),
      }),
      { description: 'One entry per bad field, all at once.' },
    ),
  },
  { $id: 'Error', additionalProperties: false },
)

/** `format=csv` and `format=xlsx` ask a search for its rows as a file. */
export const Format = {
  format: Type.Optional(
    Type.Unsafe<'json' | 'csv' | 'xlsx'>({
      type: 'string',
      enum: ['json', 'csv', 'xlsx'],
      default: 'json',
      description: 'csv and xlsx, a workbook, answer all rows as a table, without paging.',
    }),
  ),
}

/** `format=epcis` asks a trace for its events as other programs read them. */
export const TraceFormat = {
  format: Type.Optional(
    Type.Unsafe<'json' | 'epcis'>({
      type: 'string',
      enum: ['json', 'epcis'],
      default: 'json',
      description: 'epcis answers the same as events of EPCIS 2.0, in JSON-LD.',
    }),
  ),
}
