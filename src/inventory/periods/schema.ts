import Type, { type Static } from 'typebox'
import {
  closed,
  DateText,
  dateWhen,
  described,
  Format,
  idParam,
  LongText,
  maybe,
  named,
  NamedId,
  oneOf,
  PathId,
  ReferenceId,
  Text,
} from '../../http/validate/schema.ts'
import { payers } from '../records/loss-reasons.ts'

/** The wire shapes of closed periods and of the daily register. Weights in kilograms. */

const text = Type.String()
const kilograms = (description: string) => Type.Number({ description: `Kilograms: ${description}.` })
const day = (description: string) => Type.String({ description, examples: ['2026-10-31'] })

export const PeriodIdParam = idParam('The period, by id.')
export const ExceptionIdParam = idParam('The exception, by id.')

const UpTo = described(
  DateText,
  'The last day that is closed, such as 2026-10-31: a day that has ended in your time zone.',
)
export const UpToQuery = closed({ upTo: UpTo })
export const CloseBody = closed({
  upTo: UpTo,
  note: maybe(described(LongText, 'What is to be said of the closing; it stands on the statement.')),
})
export type CloseBody = Static<typeof CloseBody>

const Why = described(Text, 'Why: it stands in the history of the books.')
export const ReopenBody = closed({ reason: Why })
export const ExceptionBody = closed({
  userId: described(PathId, 'Who may change closed periods: a person of your organisation.'),
  untilISO: dateWhen('Until when, at most 90 days from now.'),
  reason: Why,
})
export type ExceptionBody = Static<typeof ExceptionBody>

const openKinds = ['yard', 'unweighed', 'settlements', 'uncounted', 'conflicts'] as const

const OpenItem = closed({
  name: text,
  atUTC: Type.String({ description: 'When it was; empty where there is no moment.' }),
  movementId: Type.Optional(Type.Integer({ description: 'The load to look at.' })),
  settlementId: Type.Optional(text),
  storageId: Type.Optional(text),
  substorageId: Type.Optional(Type.Integer()),
})
export type OpenItem = Static<typeof OpenItem>

export const OpenItems = Type.Array(
  closed({
    kind: oneOf(
      openKinds,
      'yard: lorries that were weighed once. unweighed: loads without a weight. settlements: statements of buyers with differences. uncounted: bays with stock that nobody has ' +
        'counted in the period. conflicts: rules that a bay breaks.',
    ),
    count: Type.Integer(),
    items: Type.Array(OpenItem, { description: 'The first 100.' }),
  }),
  { description: 'What is still open; of a kind that is left out there is nothing.' },
)
export type OpenItems = Static<typeof OpenItems>

const figures = {
  opening: kilograms('what lay there before'),
  inOwn: kilograms('loads of your own that came in'),
  inOthers: kilograms('loads of others’ that came in'),
  out: kilograms('loads that left'),
  lost: kilograms('losses'),
  found: kilograms('gains'),
  closing: kilograms(
    'what lay there at the end: opening + inOwn + inOthers − out − lost + found, to the gram',
  ),
  owned: kilograms('of closing, your own'),
  ofOthers: kilograms('of closing, that of others'),
  underContract: kilograms('of ofOthers, what lay there under a storage contract that ran on that day'),
}

const PeriodLine = closed({
  recordId: text,
  storageId: text,
  storage: text,
  substorageId: Type.Integer(),
  substorage: text,
  ownerId: text,
  owner: text,
  owned: Type.Boolean({ description: 'Whether it is yours.' }),
  commodity: NamedId,
  type: NamedId,
  grade: NamedId,
  variety: text,
  harvestYear: text,
  opening: figures.opening,
  cameIn: kilograms('loads in'),
  movedIn: kilograms('from other bays'),
  wentOut: kilograms('loads out'),
  movedOut: kilograms('to other bays'),
  lost: figures.lost,
  found: figures.found,
  closing: kilograms('what lay there at the end'),
})
export type PeriodLine = Static<typeof PeriodLine>

const PeriodLoss = closed({
  kind: oneOf(['loss', 'gain']),
  commodity: NamedId,
  reasonId: Type.Integer(),
  reason: text,
  payer: oneOf(['', ...payers], 'Who bears a loss of others’ stock; empty of a gain, and of your own.'),
  weight: kilograms('more than 0; less where what was thought lost or found before was taken back'),
})
export type PeriodLoss = Static<typeof PeriodLoss>

const Earlier = closed(
  {
    loads: Type.Integer(),
    cameIn: kilograms('that came in'),
    wentOut: kilograms('that left'),
    movementIds: Type.Array(Type.Integer(), { description: 'The first 200.' }),
  },
  'Late loads of closed periods that were entered in this one, with their true day beside them. They are among the loads of the lines.',
)

const totals = Type.Array(closed({ commodity: NamedId, ...figures }), {
  description: 'By commodity, of all stores together: what moved between bays is neither in nor out.',
})

export const figuresOfPeriod = {
  totals,
  lines: Type.Array(PeriodLine, { description: 'One for each parcel: by store, bay, owner and kind.' }),
  losses: Type.Array(PeriodLoss, { description: 'By commodity, reason and who bears it.' }),
  earlier: Earlier,
  open: OpenItems,
}
const PeriodFigures = closed(figuresOfPeriod)
export type PeriodFigures = Static<typeof PeriodFigures>

const head = {
  id: text,
  from: day('The first day; empty where it begins with the books.'),
  upTo: day('The last day.'),
  status: oneOf(['closed', 'reopened']),
  note: text,
  closedBy: text,
  closedAtUTC: text,
  reopenedBy: Type.String({ description: 'Empty unless it was reopened.' }),
  reopenedAtUTC: Type.String({ description: 'Empty unless it was reopened.' }),
  reopenedReason: text,
  ledgerHash: Type.String({
    description:
      'SHA-256 over all that the ledger said of the time up to the closed day, when it was closed.',
  }),
  auditHead: Type.String({
    description:
      'The head of the audit log when it was closed, as `granary audit verify` compares it: place and SHA-256; empty where there was none.',
  }),
}

export const Period = named('Period', {
  ...head,
  ...figuresOfPeriod,
})
export type Period = Static<typeof Period>
export const PeriodQuery = closed({ ...Format })

export const PeriodCheck = named('PeriodCheck', {
  ledgerHash: head.ledgerHash,
  ledgerHashNow: Type.String({ description: 'The same of what the ledger says of that time now.' }),
  isAsClosed: Type.Boolean({ description: 'Whether both are one: no figure has changed since.' }),
})

const PeriodException = closed({
  id: text,
  userId: text,
  userName: text,
  untilUTC: text,
  reason: text,
  grantedBy: text,
  grantedAtUTC: text,
  endedBy: Type.String({ description: 'Empty unless somebody ended it early.' }),
  endedAtUTC: text,
  isRunning: Type.Boolean(),
})

export const Books = named('Books', {
  closedUpTo: day('The last day that is closed; empty where none is.'),
  firstOpenDay: day('The day after it; empty where none is closed.'),
  periods: Type.Array(closed(head), {
    description: 'Closings, the newest first, also those that were reopened.',
  }),
  exceptions: Type.Array(PeriodException, { description: 'The newest first.' }),
})
export type Books = Static<typeof Books>

export const PeriodPreview = named('PeriodPreview', {
  from: head.from,
  upTo: head.upTo,
  ...figuresOfPeriod,
})

export const RegisterQuery = closed({
  from: described(DateText, 'The first day, such as 2026-10-01.'),
  to: described(DateText, 'The last day.'),
  storageId: Type.Optional(described(PathId, 'One store; by default all of them together.')),
  commodityId: Type.Optional(described(ReferenceId, 'One commodity; by default each.')),
})
export type RegisterQuery = Static<typeof RegisterQuery>
export const RegisterTableQuery = closed({ ...RegisterQuery.properties, ...Format })

export const Register = named('DailyRegister', {
  from: day('The first day.'),
  to: day('The last day.'),
  storage: closed({ id: text, name: text }, 'The store; empty of all of them together.'),
  commodities: Type.Array(
    closed({
      commodity: NamedId,
      total: closed(figures),
      days: Type.Array(closed({ day: day('The day.'), ...figures }), { description: 'One for each day.' }),
    }),
  ),
})
export type Register = Static<typeof Register>
