import Type, { type Static } from 'typebox'
import { namingPartner } from '../../http/validate/naming-partner.ts'
import {
  closed,
  named,
  DateText,
  described,
  FileRef,
  FileRefInput,
  idParam,
  maybe,
  NamedId,
  oneOf,
  orNull,
  PositiveKilograms,
  ReferenceId,
  ReferenceIdOrZero,
  Text,
  WeightSchema,
} from '../../http/validate/schema.ts'
import { CommodityId, CommodityKind, TagIds } from '../../system/commodities/schema.ts'
import { payers } from '../records/loss-reasons.ts'
import { Location } from '../../system/locations/schema.ts'
import { contractStatuses } from './rules.ts'

/** The wire shapes of storage contracts. */

export const ContractIdParam = idParam('The storage contract, by id.')

/** 0, like null, is "any grade": so an answer's grade can be sent back. */
const GradeId = described(ReferenceIdOrZero, 'One grade alone; 0 is any.')
const Percentage = Type.Number({ minimum: 0, maximum: 100, description: 'Per cent, to three decimals.' })
/** 0, like null, is none: so an answer's level can be sent back. */
const AgreedLevel = Type.Number({
  minimum: 0,
  exclusiveMaximum: 100,
  description: 'Per cent, to three decimals; 0 is none.',
})
const Varieties = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
  maxItems: 50,
  description: 'The varieties agreed, by name. Empty or null: any.',
})
const OwnerId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Whose grain it is: an organisation here, or your own id for a trading partner.',
})
const TypeId = described(ReferenceId, 'A type of the commodity, by id.')
const Reference = described(Text, 'What the contract is called on paper. In an update null removes it.')
const END_IN_WORDS =
  'The last day, or moment, of the contract. A date alone is all of that day in your time zone. null: it has no end.'
const EndDate = described(DateText, END_IN_WORDS)

const LossRow = closed({
  moistureMinPercentage: Percentage,
  moistureMaxPercentage: Percentage,
  weightLossPercentage: Percentage,
})

const ServicesInput = closed(
  {
    cleaning: Type.Optional(
      closed(
        {
          agreed: Type.Optional(
            Type.Boolean({
              description:
                'true: what comes in under the contract is to be cleaned. Left out: not agreed; in an update as it was.',
            }),
          ),
        },
        'Whether the storer cleans the grain.',
      ),
    ),
    drying: Type.Optional(
      closed(
        {
          agreed: Type.Optional(
            Type.Boolean({
              description:
                'true: what comes in moister than the agreed level is dried, and loses weight. Then the level is needed. Left out: not ' +
                'agreed; in an update as it was.',
            }),
          ),
          preAgreedMoistureLevelPercentage: maybe(AgreedLevel),
          intakeSampleLossMatrix: maybe(
            Type.Array(LossRow, {
              maxItems: 200,
              description:
                'What is lost at which measured moisture, from the minimum to below the maximum. Without gaps or overlaps, and never ' +
                'falling. Where no row has the moisture, the loss is computed by dry matter.',
            }),
          ),
        },
        'Whether the storer dries the grain, to what, and what that takes of its weight.',
      ),
    ),
  },
  'What the storer does to the grain. What is left out is not agreed or, in an update, stays as it was.',
)
export type ServicesInput = Static<typeof ServicesInput>

const files = maybe(
  Type.Array(FileRefInput, {
    maxItems: 50,
    description: 'Files of yours. The owner of the grain may read them from then on.',
  }),
)

export const CreateContractBody = closed({
  ownerOrganisationId: OwnerId,
  ownerOrganisationName: described(
    Text,
    'The name of a trading partner; an organisation here keeps its own.',
  ),
  details: closed(
    {
      reference: maybe(Reference),
      startDateISO: described(
        DateText,
        'Required. The first day, or moment, of the contract; a date alone is the start of that day in your time zone.',
      ),
      endDateISO: maybe(described(DateText, `${END_IN_WORDS} So it is if this is left out.`)),
      files,
      services: maybe(ServicesInput),
    },
    'When it runs, its papers, and what is agreed beside storing.',
  ),
  inventory: closed(
    {
      weightKG: described(PositiveKilograms, 'Required. Kilograms, kept to the gram; more than 0.'),
      commodity: closed(
        {
          id: CommodityId,
          type: TypeId,
          grade: maybe(GradeId),
          tags: Type.Optional(TagIds),
        },
        'Which crop or produce may come.',
      ),
      variety: maybe(Varieties),
    },
    'What is stored, and how much of it.',
  ),
})
export type CreateContractBody = Static<typeof CreateContractBody>

export const UpdateContractBody = closed({
  details: closed(
    {
      reference: maybe(Reference),
      startDateUTC: Type.Optional(DateText),
      endDateUTC: maybe(EndDate),
      files,
      services: maybe(ServicesInput),
    },
    'What is left out stays as it was.',
  ),
  inventory: closed(
    {
      weight: Type.Optional(PositiveKilograms),
      commodity: Type.Optional(
        closed(
          {
            id: CommodityId,
            type: TypeId,
            grade: maybe(GradeId),
            variety: maybe(Varieties),
            tags: Type.Optional(TagIds),
          },
          'Which crop or produce may come. Another commodity or type drops the grade and varieties that the body does not repeat, and is refused once movements of yours name the contract.',
        ),
      ),
    },
    'What is left out stays as it was.',
  ),
})
export type UpdateContractBody = Static<typeof UpdateContractBody>

export const LookupQuery = closed({
  commodity: described(ReferenceId, 'A commodity, by id.'),
  commodityType: described(ReferenceId, 'A type, by id.'),
  commodityGrade: Type.Optional(GradeId),
  dateISO: described(
    DateText,
    'When the load comes. A date alone is any time of that day in your time zone.',
  ),
  ownerOrganisationId: namingPartner(OwnerId),
})
export type LookupQuery = Static<typeof LookupQuery>

export const DryingQuery = closed({
  moisturePercentage: described(Percentage, 'What was measured: per cent, to three decimals.'),
  weight: described(PositiveKilograms, 'Kilograms of the load as it comes in.'),
})
export type DryingQuery = Static<typeof DryingQuery>

export const CalculatedDrying = named('CalculatedDrying', {
  measuredMoisturePercentage: Type.Number(),
  agreedMoisturePercentage: Type.Number({ description: 'What it is dried to; 0 where none is agreed.' }),
  isDried: Type.Boolean({ description: 'false where drying is not agreed, or the load is dry enough.' }),
  lossPercentage: Type.Number({ description: 'Per cent of the gross weight, to three decimals.' }),
  isComputed: Type.Boolean({
    description:
      'true if the loss was computed from dry matter, because the contract’s matrix has no row for the moisture.',
  }),
  grossWeight: Type.Number({ description: 'Kilograms that come in.' }),
  lossWeight: Type.Number({ description: 'Kilograms lost.' }),
  netWeight: Type.Number({ description: 'Kilograms that are left.' }),
})
export type CalculatedDrying = Static<typeof CalculatedDrying>

const text = Type.String()
const ownOnly = 'Empty to everybody but the organisation itself and platform admins.'

export const OwnerOrganisation = named('OwnerOrganisation', {
  id: text,
  createdAtUTC: text,
  name: text,
  location: Location,
  countryISO: text,
  status: text,
  companyId: text,
  companyHoldingNumber: text,
  bio: text,
  logo: FileRef,
  ownerContact: closed(
    {
      id: text,
      email: text,
      familyName: text,
      givenName: text,
      authPlatformId: text,
      organisationId: text,
      countryISO: text,
      phone: closed({ callingCode: text, number: text }),
      pushToken: text,
    },
    ownOnly,
  ),
  billing: closed({ amount: Type.Number(), currency: text, period: text }),
  settlementContacts: Type.Array(closed({ name: text, email: text }), { description: ownOnly }),
  modules: Type.Array(
    closed({ id: text, name: text, price: closed({ amount: Type.Number(), currency: text }) }),
  ),
  vetted: Type.Boolean(),
  rejected: Type.Boolean(),
  isMerchant: Type.Boolean(),
  assuranceId: text,
  assuranceScheme: text,
  advancePay: closed(
    {
      accountName: text,
      sortCode: text,
      accountNumber: text,
      enabled: Type.Boolean(),
      eligible: Type.Boolean(),
    },
    ownOnly,
  ),
  crmId: text,
  crmUpdates: Type.Array(text),
})
export type OwnerOrganisation = Static<typeof OwnerOrganisation>

const Loss = closed({
  reasonId: Type.Integer(),
  reason: text,
  payer: oneOf(payers, 'Who bears it.'),
  weight: Type.Number({ description: 'Kilograms.' }),
})

export const StorageContract = named('StorageContract', {
  id: text,
  status: oneOf(contractStatuses, 'By its dates: yet to begin, running, or ended.'),
  owner: OwnerOrganisation,
  storer: closed({ id: text, name: text }, 'Who keeps the stock, and entered the contract.'),
  confirmation: Type.Optional(
    oneOf(
      ['pending', 'declined'],
      'Only for the storer: the owner has not accepted the contract yet, or has declined it. It binds the storer all the same.',
    ),
  ),
  details: closed({
    reference: text,
    startDateUTC: text,
    endDateUTC: orNull(
      Type.String({ description: 'The last moment of the contract; null if it has no end.' }),
    ),
    files: Type.Array(FileRef),
    services: closed({
      cleaning: closed({ agreed: Type.Boolean() }),
      drying: closed({
        agreed: Type.Boolean(),
        preAgreedMoistureLevelPercentage: Type.Number({ description: '0 where none is agreed.' }),
        intakeSampleLossMatrix: Type.Array(LossRow),
      }),
    }),
  }),
  inventory: closed({
    weight: Type.Number({ description: 'Kilograms agreed.' }),
    type: CommodityKind,
    commodity: closed({
      commodity: NamedId,
      type: NamedId,
      grade: described(NamedId, 'Id 0 where any grade may come.'),
      variety: Type.String({ description: 'Varieties with commas between; empty where any may come.' }),
      tags: Type.Array(Type.Integer()),
      weight: WeightSchema,
    }),
  }),
  varieties: Type.Array(text),
  usage: closed(
    {
      intake: Type.Number({ description: 'What came in under it, before drying.' }),
      used: Type.Number({ description: 'The same after drying: what counts towards the contract.' }),
      remaining: Type.Number(),
      exceeded: Type.Number({ description: 'How much more than was agreed has come in.' }),
      planned: Type.Number({ description: 'What is still to come in, after drying.' }),
      losses: Type.Array(Loss, { description: 'What intakes under it lost, and who bears it.' }),
    },
    'Kilograms, as of now.',
  ),
  createdAtUTC: text,
  updatedAtUTC: text,
})
export type StorageContract = Static<typeof StorageContract>

/** A contract as the one who changed it is answered. */
export const UpdatedContract = named('UpdatedStorageContract', {
  ...StorageContract.properties,
  message: Type.Optional(
    Type.String({ description: 'A warning if loads came in on dates that the contract no longer covers.' }),
  ),
})
