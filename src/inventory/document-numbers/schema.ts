import Type, { type Static } from 'typebox'
import { closed, described, named, oneOf, Page, PageOf, PathId, Text } from '../../http/validate/schema.ts'
import { numberKinds, restarts } from './number-kinds.ts'

const Kind = oneOf(
  numberKinds,
  'ticket-in: of what a sender brings or comes off a field; ticket-out; transfer: between bays; passport; count; statement: of an owner’s grain; charges: for storing it.',
)
const Pattern = Type.String({
  maxLength: 40,
  description:
    'How a number is written: {0000} stands for its figures, at least as many as zeros; {yy} and {yyyy} for its year, {store} for what its store is called in numbers.',
  examples: ['{store}-{yy}-{0000}'],
})
const Restart = oneOf(
  restarts,
  'When it begins again at 1. A harvest year begins as your country’s does, for all crops alike.',
)
const ByStore = Type.Boolean({ description: 'true: each store has numbers of its own.' })
const Code = Type.String({
  minLength: 1,
  maxLength: 12,
  pattern: '^[\\p{L}\\p{N}]+([-_./ ]?[\\p{L}\\p{N}]+)*$',
  description: 'What the store is called in numbers, such as B1.',
})

export const Numbering = named('Numbering', {
  series: Type.Array(
    closed({
      kind: Kind,
      pattern: Pattern,
      restarts: Restart,
      byStore: ByStore,
      next: Type.String({
        description: 'The next number, of a paper of now; where each store has its own, of the first store.',
      }),
    }),
  ),
  stores: Type.Array(
    closed({
      storageId: Type.String(),
      name: Type.String(),
      code: Type.String({
        description: 'What it is called in numbers: its name in capitals unless it was given a code.',
      }),
    }),
    { description: 'By name.' },
  ),
})
export type Numbering = Static<typeof Numbering>

export const NumberingBody = closed({
  series: Type.Optional(
    Type.Array(
      closed({
        kind: Kind,
        pattern: Type.Optional(Pattern),
        restarts: Type.Optional(Restart),
        byStore: Type.Optional(ByStore),
      }),
      {
        maxItems: numberKinds.length,
        description: 'The series to change, by kind; what is left out of one stays as it is.',
      },
    ),
  ),
  stores: Type.Optional(
    Type.Array(closed({ storageId: described(Text, 'A store of yours.'), code: Code }), {
      maxItems: 1000,
      description: 'What stores are called in numbers; the others stay as they are.',
    }),
  ),
})
export type NumberingBody = Static<typeof NumberingBody>

export const GivenNumbersQuery = closed({
  kind: Type.Optional(oneOf(numberKinds, 'Only numbers of this kind.')),
  storageId: Type.Optional(described(PathId, 'Only numbers of this store, where each has its own.')),
  year: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 9999, description: 'Only of this year, where they begin again.' }),
  ),
  ...Page,
})

export const GivenNumberPage = PageOf(
  named('GivenNumber', {
    kind: Kind,
    number: Type.String({ description: 'As printed.' }),
    place: Type.Integer({
      description: 'Its place in its series: 1, 2, 3 …, without gaps from the first on that was given so.',
    }),
    year: Type.Integer({ description: '0 where its series never begins again.' }),
    storageId: Type.String({ description: 'Empty where all stores have one series.' }),
    status: oneOf(['given', 'cancelled'], 'cancelled: the load was deleted. Its number stays.'),
    atUTC: Type.String({ description: 'The moment of the load, the count, or the first print.' }),
    movementId: Type.Integer({
      description: 'The load, or the first part of it that is left; 0 of anything else.',
    }),
    paperId: Type.String({ description: 'The paper, as it is issued last; empty of anything else.' }),
    adjustmentId: Type.String({ description: 'The count, or the first of those made together; else empty.' }),
  }),
)
