import Type, { type Static } from 'typebox'
import {
  closed,
  DateText,
  described,
  idParam,
  LongText,
  maybe,
  named,
  oneOf,
  orNull,
  PathId,
  PositiveKilograms,
  ReferenceId,
  Text,
} from '../../http/validate/schema.ts'
import { Mapping } from '../../system/imports/imports.ts'
import { lineStates, matchedBy } from './settlement-rules.ts'

/** The wire shapes of settlements: what a buyer says it received beside the loads that left for it. */

export const MOST_LINES = 500
export const decisions = ['accepted', 'written_off', 'claimed'] as const
export const settlementStatuses = ['open', 'closed'] as const

export const SettlementIdParam = idParam('The settlement, by id.')
export const LineParam = closed({
  ...SettlementIdParam.properties,
  line: described(PathId, 'The line, counted from 1.'),
})

const LineInput = closed({
  reference: maybe(described(Text, 'The number on the buyer’s paper, theirs or yours.')),
  dateISO: described(DateText, 'The day on which the buyer weighed it.'),
  vehicle: maybe(described(Text, 'The registration of the lorry.')),
  weight: PositiveKilograms,
})
export type LineInput = Static<typeof LineInput>

const { headerRow, headerRows, columns } = Mapping.properties
const StatementMapping = closed(
  { headerRow, headerRows, columns },
  'How the table is read, where that is not clear: an answer to a question that was asked back.',
)

const statement = {
  buyer: closed(
    {
      id: maybe(described(Text, 'An organisation here, or your own id for a trading partner.')),
      name: maybe(described(Text, 'Or its name, as your tickets have it.')),
    },
    'Whose statement it is: somebody your loads went to.',
  ),
  lines: maybe(
    Type.Array(LineInput, {
      maxItems: MOST_LINES,
      description: 'The lines of the statement. Either these, or `table`.',
    }),
  ),
  table: maybe(
    Type.String({
      maxLength: 500_000,
      description:
        'The statement as a table in a text, with any delimiter: columns such as Ticket, Date, Lorry and Net (kg), in English, German or French.',
    }),
  ),
  mapping: maybe(StatementMapping),
}

export const TrySettlementBody = closed(statement)
export type TrySettlementBody = Static<typeof TrySettlementBody>

export const CreateSettlementBody = closed({
  ...statement,
  reference: maybe(described(Text, 'What the buyer calls its statement.')),
  dateISO: described(DateText, 'The day of the statement.'),
})
export type CreateSettlementBody = Static<typeof CreateSettlementBody>

export const ChangeLineBody = closed({
  movementId: maybe(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'The load that the line means; null takes it off the line. Another load takes the decision back.',
    }),
  ),
  decision: maybe(
    oneOf(
      decisions,
      'accepted: the buyer’s weight stands. written_off: the difference is given up, for a reason. claimed: it is claimed from the buyer. null takes the decision back.',
    ),
  ),
  reasonId: maybe(
    described(ReferenceId, 'Why it is written off: a reason of the group settlement-deduction.'),
  ),
  note: maybe(described(LongText, 'Why, or what was agreed; null takes it away.')),
})
export type ChangeLineBody = Static<typeof ChangeLineBody>

const text = Type.String()
const kilograms = (description: string) => Type.Number({ description: `Kilograms. ${description}` })

const SettledLoad = named('SettledLoad', {
  movementId: Type.Integer({ description: 'The movement; of a lorry in several parts the first of them.' }),
  reference: Type.String({ description: 'Its load reference; empty where it has none.' }),
  date: text,
  vehicle: text,
  weight: orNull(kilograms('Of all parts of the lorry; null where it is not weighed.')),
  commodity: text,
})
export type SettledLoad = Static<typeof SettledLoad>

const Difference = closed(
  {
    weight: kilograms('Theirs less ours.'),
    share: Type.Number({ description: 'Of ours, in per cent, to two decimals.' }),
  },
  'What the buyer found more, or, negative, less.',
)

const SettlementLine = named('SettlementLine', {
  line: Type.Integer(),
  reference: text,
  date: text,
  vehicle: text,
  weight: kilograms('What the buyer says.'),
  state: oneOf(
    lineStates,
    'agreed: the load weighs the same, within 1 %. differs: by more, or the load is not weighed. ambiguous: it may be one of the candidates. unknown: no load of yours is like it.',
  ),
  matchedBy: orNull(oneOf(matchedBy)),
  load: orNull(SettledLoad),
  difference: orNull(Difference),
  candidates: Type.Array(SettledLoad),
  decision: orNull(oneOf(decisions)),
  reasonId: orNull(Type.Integer()),
  reason: text,
  note: text,
  decidedBy: text,
  decidedAtUTC: orNull(text),
})
export type SettlementLine = Static<typeof SettlementLine>

const totals = {
  lines: Type.Integer(),
  undecided: Type.Integer({
    description: 'Lines of which somebody has to say what comes of them: all but those that agree.',
  }),
  flagged: Type.Integer({ description: 'Lines that differ from their load by more than 1 %.' }),
  theirs: kilograms('Of all lines.'),
  ours: kilograms('Of the loads on them.'),
  difference: Difference,
  writtenOff: kilograms('Theirs less ours of what was written off: less than 0 where we give up weight.'),
  claimed: kilograms(
    'Theirs less ours of what is claimed, with the lines that no load of ours is on; less than 0 where they owe us weight.',
  ),
}

const reconciled = {
  lines: Type.Array(SettlementLine),
  missing: closed(
    {
      loads: Type.Integer(),
      weight: kilograms('Of all of them.'),
      first: Type.Array(SettledLoad, { description: 'The first 200 of them.' }),
    },
    'Weighed loads that left for the buyer in the days of the statement and are on no line of any.',
  ),
  unweighed: closed(
    {
      loads: Type.Integer(),
      first: Type.Array(SettledLoad, { description: 'The first 200 of them.' }),
    },
    'Loads of these days that are not weighed yet, and so can be on no line.',
  ),
  totals: closed(totals),
}

const Buyer = closed({ id: text, name: text })

const ignoredColumns = Type.Array(Type.String(), {
  description: 'Columns of the table that hold nothing a statement is read for, and were not read.',
})

export const TriedSettlement = named('TriedSettlement', { buyer: Buyer, ...reconciled, ignoredColumns })
export type TriedSettlement = Static<typeof TriedSettlement>

const head = {
  id: text,
  status: oneOf(settlementStatuses),
  buyer: Buyer,
  reference: text,
  date: Type.String({ description: 'The day of the statement.' }),
  createdAtUTC: text,
  createdBy: text,
  closedAtUTC: orNull(text),
  closedBy: text,
}

export const Settlement = named('Settlement', { ...head, ...reconciled })
export type Settlement = Static<typeof Settlement>

export const EnteredSettlement = named('EnteredSettlement', { ...head, ...reconciled, ignoredColumns })

export const SettlementSummary = named('SettlementSummary', { ...head, totals: closed(totals) })
export type SettlementSummary = Static<typeof SettlementSummary>
