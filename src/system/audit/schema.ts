import Type, { type Static } from 'typebox'
import { textParameter } from '../../http/search/text-query.ts'
import {
  closed,
  DateText,
  described,
  Format,
  named,
  oneOf,
  orNull,
  PathId,
} from '../../http/validate/schema.ts'
import { auditCategories } from '../../http/write/audit-kinds.ts'
import { DEFAULT_LIMIT, MAX_LIMIT } from '../../kernel/page.ts'

/** The wire shapes of the audit log. */

const text = Type.String()
const actors = ['person', 'key', 'operator', 'nobody'] as const
const outcomes = ['done', 'refused'] as const
const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' })

export const AuditQuery = closed({
  query: textParameter(
    'Words: of the name of whoever did it or of the member it was done to, the address, the request, the deed, the ids and the name of what it was done to. Each is found by its beginning.',
  ),
  from: Type.Optional(described(DateText, 'From this moment or day on.')),
  to: Type.Optional(described(DateText, 'Up to this moment, or to the end of this day.')),
  personId: Type.Optional(described(PathId, 'Who did it: a person or an API key, by id.')),
  category: Type.Optional(oneOf(auditCategories, 'One kind of deeds.')),
  deed: Type.Optional(described(Name, 'One deed by its name, such as `identity.postApiKeys`.')),
  subject: Type.Optional(
    described(
      Name,
      'What it was done to: its kind as in the address, and its id where it is one thing: `movements` or `movements/17`.',
    ),
  ),
  outcome: Type.Optional(oneOf(outcomes, 'refused: somebody tried to sign in.')),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LIMIT,
      default: DEFAULT_LIMIT,
      description: 'Entries in an answer.',
    }),
  ),
  next: Type.Optional(described(Name, 'The `next` of the answer before, to go on behind it.')),
  ...Format,
})
export type AuditQuery = Static<typeof AuditQuery>

/** One side of a change. Of any shape: it is what an operation takes or answers. */
const Side = orNull(
  Type.Unsafe<unknown>({
    description:
      'What stood there, or stands there since: the fields that changed, or what was asked for. Secrets are `•••`; long texts are cut.',
  }),
)

const ChangedValue = Type.Union([text, Type.Number(), Type.Boolean(), Type.Null()], {
  description: 'As it is in `before` and `after`: moments in UTC.',
})
const EntryChange = closed({
  field: Type.String({ description: 'Where it stands in `before` and `after`.' }),
  fieldName: Type.String({ description: 'The same for people.' }),
  before: ChangedValue,
  after: ChangedValue,
})

export const AuditLogEntry = named('AuditLogEntry', {
  sequence: Type.Integer({ description: 'Its place in the chain of your organisation, from 1.' }),
  atUTC: text,
  actor: oneOf(actors, 'operator: at the command line. nobody: not signed in.'),
  actorId: Type.String({ description: 'The person or the API key; empty of nobody.' }),
  actorName: Type.String({ description: 'As they were called then.' }),
  address: Type.String({ description: 'The network address that it came from.' }),
  userAgent: Type.String({ description: 'The program, as it names itself.' }),
  requestId: Type.String({ description: 'The X-Request-Id of the answer.' }),
  category: oneOf(auditCategories),
  deed: Type.String({ description: 'Stable; branch on this.' }),
  deedName: Type.String({ description: 'The same for people.' }),
  subjectKind: text,
  subjectId: Type.String({
    description: 'With commas where there are several; empty where it is not one thing.',
  }),
  subjectName: Type.String({ description: 'Of a person, as they are called now; empty of anything else.' }),
  outcome: oneOf(outcomes),
  before: Side,
  after: Side,
  changes: Type.Array(EntryChange, { description: 'The fields that differ between both, for people.' }),
  hash: Type.String({
    description: 'SHA-256 over the hash of the entry before and this one, in hexadecimal.',
  }),
})
export type AuditLogEntry = Static<typeof AuditLogEntry>

export const AuditPage = named('AuditPage', {
  docs: Type.Array(AuditLogEntry, { description: 'The newest first.' }),
  limit: Type.Integer(),
  next: Type.String({ description: 'To be sent for the entries behind these; empty where there are none.' }),
  head: Type.String({
    description:
      'The last place of the chain and its hash, as closings, papers and backups have it: `4711:9f86d0…`; empty before the first.',
  }),
  keptAfter: Type.Integer({
    description: 'Entries up to this place are older than your organisation keeps them, and gone.',
  }),
})
export type AuditPage = Static<typeof AuditPage>
