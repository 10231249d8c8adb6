import Type, { type Static } from 'typebox'
import { closed, Conflict, named, NamedId, oneOf, orNull } from './schema.ts'

/** Schemas of stock in the answer of a dry run. */

const kilograms = Type.Number({ description: 'Kilograms.' })

const BalanceChange = named('BalanceChange', {
  recordId: Type.String(),
  name: Type.String(),
  place: Type.String({ description: 'The store and bay where it lies; empty where it lies in none.' }),
  before: kilograms,
  after: kilograms,
})

export const CountChange = named(
  'CountChange',
  {
    recordId: Type.String(),
    name: Type.String(),
    place: Type.String({ description: 'The store and bay that were counted.' }),
    countedAtUTC: Type.String(),
    before: Type.Number({ description: 'Kilograms that the count finds so far; negative is lost.' }),
    after: Type.Number({ description: 'The same afterwards.' }),
  },
  'A count that something is entered before: it stays as it was counted, and finds or loses the difference.',
)
export type CountChange = Static<typeof CountChange>

const LabelChange = named(
  'LabelChange',
  {
    recordId: Type.String({ description: 'The record that it is part of afterwards.' }),
    name: Type.String(),
    isThere: Type.Boolean({ description: 'Whether it lies there already; otherwise it is what comes in.' }),
    weight: kilograms,
    what: oneOf(['type', 'grade'], 'In what it is called otherwise.'),
    before: NamedId,
    after: NamedId,
    isLoss: Type.Boolean({
      description: 'Whether it is worth less so: a lower grade or none, or a mixture of types.',
    }),
  },
  'Stock that is called otherwise once it lies together: of two grades all of it has the lower one.',
)
export type LabelChange = Static<typeof LabelChange>

const verdicts = ['met', 'failed', 'unmeasured'] as const

const Judgement = named(
  'Judgement',
  {
    type: NamedId,
    grade: NamedId,
    verdict: oneOf(
      verdicts,
      'met: every limit is. failed: at least one is not. unmeasured: none is broken, and not all that is asked for was measured.',
    ),
    measures: Type.Array(
      closed({
        id: Type.Integer(),
        name: Type.String(),
        unit: Type.String(),
        min: Type.Number(),
        max: Type.Number(),
        moistureBasis: Type.Optional(
          Type.Number({
            description:
              'At which moisture the limits are stated. Figures are compared as they were measured.',
          }),
        ),
        value: orNull(
          Type.Number({
            description: 'The mean by weight; null where not all of it was measured in this unit.',
          }),
        ),
        verdict: oneOf(verdicts),
      }),
    ),
  },
  'How grain compares with the default specification of a grade.',
)
export type Judgement = Static<typeof Judgement>

const BlendPreview = named(
  'Blend',
  {
    place: oneOf(['bay', 'lorry'], 'Where it lies together.'),
    weight: kilograms,
    commodity: NamedId,
    type: NamedId,
    grade: NamedId,
    variety: Type.String(),
    quality: Type.Array(
      closed({
        name: Type.String(),
        value: Type.Number({ description: 'The mean by weight.' }),
        metric: Type.String(),
      }),
      { description: 'What all of it was measured for.' },
    ),
    parts: Type.Array(
      closed({
        recordId: Type.String(),
        name: Type.String(),
        place: Type.String({
          description:
            'The store and bay, or the field, that it is taken from; for what lies there already, where it lies.',
        }),
        ownerId: Type.String(),
        ownerName: Type.String(),
        weight: kilograms,
        share: Type.Number({ description: 'Per cent of the weight, to three decimals.' }),
        isThere: Type.Boolean({ description: 'Whether it lay in the bay before.' }),
      }),
      { description: 'What it is put together of.' },
    ),
    owners: Type.Array(closed({ id: Type.String(), name: Type.String(), weight: kilograms })),
    contracts: Type.Array(
      closed({
        id: Type.String(),
        reference: Type.String(),
        ownerId: Type.String(),
        ownerName: Type.String(),
      }),
      { description: 'The storage contracts that run then for grain of these owners, at most 50.' },
    ),
    judgements: Type.Array(Judgement, {
      description:
        'By each grade of its type that has a default specification in your country, the best first.',
    }),
  },
  'What lies together once movements are made: in the bay that they go to, or on the lorry. Grain of two commodities is no blend: it has neither quality nor grades.',
)
export type BlendPreview = Static<typeof BlendPreview>

/** Effects of a command on the balance of every record it touches, now and at the end of the plan, and on conflicts. */
export const Rehearsal = closed({
  balances: Type.Array(BalanceChange, { description: 'What each record holds now.' }),
  planned: Type.Array(BalanceChange, {
    description: 'What each holds once all that is planned has happened.',
  }),
  conflicts: closed({ before: Type.Array(Conflict), after: Type.Array(Conflict) }),
  counts: Type.Array(CountChange, {
    description: 'The counts that stand although something is entered before them.',
  }),
  labels: Type.Array(LabelChange, {
    description: 'What lies in a bay, or comes into it, and is called otherwise afterwards.',
  }),
  blend: Type.Optional(BlendPreview),
})
export type Rehearsal = Static<typeof Rehearsal>
