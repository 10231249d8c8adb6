import Type, { type Static } from 'typebox'
import {
  closed,
  dateWhen,
  described,
  ErrorBody,
  FreeTags,
  Hectares,
  maybe,
  named,
  orNull,
  Text,
} from '../../http/validate/schema.ts'
import { lateFields, loadTexts } from '../load-texts.ts'
import { tradeFields } from '../load-trades.ts'
import { loadWeight } from '../movements/schema.ts'
import { Driver as MovementDriver, MovementAcknowledgement } from '../loads/schema.ts'
import {
  CommodityInput,
  CreateRecordBody,
  IntakeInput,
  LoadReference,
  PartyInput,
  SampleInput,
  ShareInput,
} from '../records/bodies.ts'

const { loadReference: _saidAsReference, ...driver } = MovementDriver.properties

const taken = {
  recordId: maybe(
    described(Text, 'Stock of yours that it leaves, or a crop in a field that goes straight to somebody.'),
  ),
  fieldId: maybe(described(Text, 'The field that it comes off, of the plan `harvestPlanId`.')),
  plantingId: maybe(
    described(
      Text,
      'The crop in that field. Required if the crops there are of several owners; otherwise, left out, it is the oldest with area left.',
    ),
  ),
}

const From = closed(
  {
    ...taken,
    harvestPlanId: maybe(described(Text, 'The harvest plan of the crop, of a load off a field.')),
    areaRemaining: maybe(
      described(Hectares, 'Hectares of the field that are still to be cut after this load.'),
    ),
    commodity: maybe(described(CommodityInput, 'What somebody brings, by the ids of the catalogue.')),
    harvestYear: maybe(CreateRecordBody.properties.harvestYear),
    owned: maybe(
      Type.Boolean({
        description: 'Whether what somebody brings is yours, by default; false: `owner` owns it.',
      }),
    ),
    owner: maybe(described(PartyInput, 'Whose it is, where `owned` is false.')),
    sender: maybe(described(PartyInput, 'Who brings it. Default: the owner.')),
    rememberOwned: IntakeInput.properties.rememberOwned,
    name: CreateRecordBody.properties.name,
    tags: Type.Optional(FreeTags),
  },
  'Where it comes from, one of three: `commodity` and `harvestYear` of what somebody brings to you; `harvestPlanId` and `fieldId` of what comes ' +
    'off a field into a bay; `recordId` of anything else that goes to another place.',
)

const Bay = {
  storageId: maybe(described(Text, 'A store of yours.')),
  substorageId: maybe(Type.Integer({ description: 'The bay. A store with one bay needs none.' })),
}

const To = closed(
  {
    ...Bay,
    organisationId: maybe(described(Text, 'An organisation here, or your own id for a trading partner.')),
    organisationName: maybe(described(Text, 'A trading partner may be named by it alone.')),
    sold: maybe(Type.Boolean({ description: 'Required where it goes to another organisation.' })),
    contractId: maybe(described(Text, 'Your own id of a contract of sale.')),
    contractReference: maybe(described(Text, 'What that contract is called on paper.')),
  },
  'Where it goes: a bay of yours, or another organisation.',
)

const Part = closed({
  from: maybe(described(closed(taken), 'What the part comes from, where that is not what the load says.')),
  to: maybe(described(closed(Bay), 'The bay that the part goes to, where that is not what the load says.')),
  weight: loadWeight.weight,
  share: maybe(ShareInput),
  ...tradeFields,
})

export const LoadInput = named('LoadInput', {
  from: From,
  to: To,
  dateISO: maybe(
    dateWhen(
      'When it comes or goes, by default now; a moment to come, by more than a minute, makes it a plan.',
    ),
  ),
  ...loadWeight,
  reference: maybe(LoadReference),
  driver: maybe(closed(driver, 'Who carries it.')),
  parts: maybe(
    Type.Array(Part, {
      minItems: 1,
      maxItems: 200,
      description:
        'Of a lorry whose load is of several kinds, or for several bays: what each part has otherwise, with its weight or its share of the net. The parts ' +
        'add up to what the lorry weighed.',
    }),
  ),
  sample: maybe(described(SampleInput, 'What was measured of it, where it comes in or off a field.')),
  temperature: maybe(
    Type.Number({ minimum: -100, maximum: 1000, description: 'Degrees Celsius, as it came off the field.' }),
  ),
  storageContract: IntakeInput.properties.storageContract,
  adjustToZero: maybe(
    Type.Boolean({
      description:
        'true: the source is empty after it; where somebody brings it, what lies in the bay of other harvest years is written off. Operators may not use it.',
    }),
  ),
  ...loadTexts,
  ...lateFields,
  ...tradeFields,
})
export type LoadInput = Static<typeof LoadInput>

export const EnterLoadsBody = closed({
  loads: Type.Array(LoadInput, {
    minItems: 1,
    maxItems: 200,
    description: 'In any order; they are entered in that of their moments.',
  }),
})

export const EnterLoadsQuery = closed({
  each: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'true enters each load for itself: one that is refused is told in its place, and the others are entered.',
    }),
  ),
})

const { conflicts, beforeCounts, sameTickets, expiries } = MovementAcknowledgement.properties

export const ListedLoad = named('ListedLoad', {
  status: Type.Union([Type.Literal('success'), Type.Literal('error')]),
  message: Type.String({
    description: 'For people: what was entered, and what is to be said of it; or why it was refused.',
  }),
  movements: Type.Array(
    closed({
      id: Type.String(),
      recordId: Type.String({ description: 'The record that the movement is known by.' }),
      destinationRecordId: orNull(
        Type.String({ description: 'The stock that it joined; null where it left.' }),
      ),
    }),
    { description: 'Its movements, one for each part; none where it was refused.' },
  ),
  conflicts,
  beforeCounts,
  sameTickets,
  expiries,
  code: Type.Optional(ErrorBody.properties.code),
  messageId: ErrorBody.properties.messageId,
  data: ErrorBody.properties.data,
  validation: Type.Optional(ErrorBody.properties.validation),
  body: Type.Optional(ErrorBody.properties.body),
})
export type ListedLoad = Static<typeof ListedLoad>

export const EnterLoadsResult = closed({
  status: Type.Literal('success'),
  message: Type.String(),
  ids: Type.Array(Type.String(), { description: 'The numbers of all movements that were made.' }),
  loads: Type.Array(ListedLoad, { description: 'What became of each, in their order.' }),
})
