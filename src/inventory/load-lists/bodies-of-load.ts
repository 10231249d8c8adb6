import { fault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { findCommodity } from '../../system/commodities/catalogue.ts'
import type { PlanWithPlantings } from '../harvest/get-plan.ts'
import type { AddLoadsBody } from '../harvest/schema.ts'
import { textsOf } from '../load-texts.ts'
import { tradeOfPart } from '../load-trades.ts'
import type { CreateMovementBody, CreateMovementsBody } from '../movements/schema.ts'
import type { CreateRecordBody } from '../records/bodies.ts'
import type { LoadInput } from './schema.ts'
import { message } from '../../words/catalogue.ts'

/** Loads as the bodies of the operations that enter one kind each. */

export type ListedLoadKind = 'intake' | 'harvest' | 'movement'

/** @throws Refusal `invalid_input` where a load comes from nowhere, or from two places at once */
export function kindOfLoad({ from, to, adjustToZero, tradeId, orderId }: LoadInput): ListedLoadKind {
  const kinds: [ListedLoadKind, string, unknown][] = [
    ['movement', 'from.recordId', from.recordId],
    ['harvest', 'from.fieldId', from.fieldId],
    ['intake', 'from.commodity', from.commodity],
  ]
  const [said, another] = kinds.filter(([, , value]) => value != null && value !== '')
  if (!said) return refuseFaults([fault('from', message('needsOrigin', {}), 'required')])
  const [kind] = said
  refuseFaults([
    ...(another ? [fault(another[1], message('doesNotGoWith', { other: said[1] }), 'contradiction')] : []),
    ...(kind === 'harvest' && orderId
      ? [fault('orderId', message('harvestHasNoTrade', {}), 'direction')]
      : []),
    ...(kind === 'harvest' && tradeId
      ? [fault('tradeId', message('harvestHasNoTrade', {}), 'direction')]
      : []),
    ...(kind === 'harvest' && adjustToZero
      ? [fault('adjustToZero', message('isForStockToEmpty', {}), 'not_stock')]
      : []),
    ...(kind !== 'movement' && !to.storageId
      ? [fault('to.storageId', message('needsStore', {}), 'required')]
      : []),
  ])
  return kind
}

type Part = NonNullable<LoadInput['parts']>[number]

/** The parts of a load, of one that has none the load itself. */
function partsOf({ parts, weight }: LoadInput): Part[] {
  return parts ?? [weight === undefined ? {} : { weight }]
}

/** Returns the readings that a lorry's parts share, in place of the weighbridge of one load. */
function weighedOf({ weighbridge, reference, parts }: LoadInput) {
  return parts
    ? { ticket: { ...weighbridge, reference: reference ?? null } }
    : { weighbridge: weighbridge ?? null }
}

export function intakeBodyOf(load: LoadInput): CreateRecordBody {
  const { from, to, dateISO, reference, driver, parts, sample, storageContract, adjustToZero } = load
  const { commodity, owner, sender, rememberOwned, name, tags } = from
  if (!commodity) throw new Error('unreachable: an intake has a commodity')
  const { ticket, weighbridge } = weighedOf(load)
  return {
    type: findCommodity(commodity.id)?.kind ?? 'crop',
    harvestYear: from.harvestYear ?? '',
    owned: from.owned ?? true,
    commodity,
    adjustToZero: adjustToZero ?? false,
    name: name ?? null,
    tags: tags ?? [],
    storage: partsOf(load).map(({ to: own, weight, share, ...named }) => ({
      storageId: own?.storageId ?? to.storageId ?? null,
      substorageId: (own?.storageId ? own.substorageId : (own?.substorageId ?? to.substorageId)) ?? null,
      weight: weight ?? null,
      share: share ?? null,
      ...tradeOfPart(named, null),
    })),
    source: {
      owner: owner ?? null,
      intake: {
        moveAtUTC: dateISO ?? null,
        sender: sender ?? null,
        ...(rememberOwned != null && { rememberOwned }),
        driverName: driver?.name ?? null,
        vehicleRegistration: driver?.vehicleRegistration ?? null,
        ...(parts
          ? { ticket: ticket ?? null }
          : { loadReference: reference ?? null, weighbridgeRecord: weighbridge ?? null }),
        sample: sample ?? null,
        storageContract: storageContract ?? null,
        ...textsOf(load),
        ...tradeOfPart({}, load),
      },
    },
  }
}

/** @param plan the plan that the load is of, which says what it is */
export function harvestBodyOf(load: LoadInput, plan: PlanWithPlantings | undefined): AddLoadsBody {
  const { from, to, dateISO, reference, driver, sample, temperature } = load
  return partsOf(load).map(({ from: own, to: into, weight, share }) => ({
    fieldId: own?.fieldId ?? from.fieldId ?? '',
    plantingId: (own?.fieldId ? own.plantingId : (own?.plantingId ?? from.plantingId)) ?? null,
    commodityId: plan?.commodity_id ?? 0,
    commodityGroupId: plan?.type_id ?? 0,
    storageId: into?.storageId ?? to.storageId ?? '',
    substorageId: (into?.storageId ? into.substorageId : (into?.substorageId ?? to.substorageId)) ?? 0,
    dateISO: dateISO ?? null,
    ...(weight != null && { weightNet: weight }),
    share: share ?? null,
    ...weighedOf(load),
    loadReference: reference ?? null,
    areaRemaining: from.areaRemaining ?? null,
    moisture: null,
    temperature: temperature ?? null,
    driverName: driver?.name ?? null,
    driverRegistration: driver?.vehicleRegistration ?? null,
    ...textsOf(load),
    sample: sample ?? null,
  }))
}

function movedBy(load: LoadInput) {
  const { to, dateISO, reference, driver, storageContract, adjustToZero } = load
  const { storageId, substorageId, organisationId, organisationName, sold, contractId, contractReference } =
    to
  return {
    movementDateISO: dateISO ?? null,
    adjustToZero: adjustToZero ?? false,
    driver: { ...driver, loadReference: reference ?? null },
    destination: {
      ...(storageId != null && { storageId }),
      ...(substorageId != null && { substorageId }),
      ...(organisationId != null && { organisationId }),
      organisationName: organisationName ?? null,
    },
    ...(sold != null && { sold }),
    contractId: contractId ?? null,
    contractReference: contractReference ?? null,
    ...(storageContract && { storageContractId: storageContract.id ?? null }),
    ...textsOf(load),
    ...tradeOfPart({}, load),
  }
}

export function movementBodyOf(load: LoadInput): CreateMovementBody {
  const { from, weight, weighbridge } = load
  return {
    ...movedBy(load),
    recordId: from.recordId ?? '',
    ...(weight !== undefined && { weight }),
    weighbridge: weighbridge ?? null,
  }
}

export function movementsBodyOf(load: LoadInput): CreateMovementsBody {
  const { ticket } = weighedOf(load)
  return {
    ...movedBy(load),
    records: partsOf(load).map(({ from, weight, share, ...named }) => ({
      id: from?.recordId ?? load.from.recordId ?? '',
      ...(weight !== undefined && { weight }),
      share: share ?? null,
      ...tradeOfPart(named, null),
    })),
    ...(ticket && { ticket }),
  }
}

/** Paths in a load for the paths in the bodies above; those of a part come after its place. */
const places: Record<ListedLoadKind, [inBody: RegExp, inLoad: string][]> = {
  intake: [
    [/^storage\[(\d+)\]\.(storageId|substorageId|type)/, 'parts[$1].to.$2'],
    [/^storage\[(\d+)\]\.(weight|share|tradeId|tradeWindow|orderId)/, 'parts[$1].$2'],
    [/^storage$/, 'parts'],
    [/^source\.importWeight/, 'weight'],
    [/^source\.intake\.moveAtUTC/, 'dateISO'],
    [/^source\.intake\.sender/, 'from.sender'],
    [/^source\.owner/, 'from.owner'],
    [/^source\.intake\.driverName/, 'driver.name'],
    [/^source\.intake\.vehicleRegistration/, 'driver.vehicleRegistration'],
    [/^source\.intake\.(?:loadReference|ticket\.reference)/, 'reference'],
    [/^source\.intake\.(?:weighbridgeRecord|ticket)/, 'weighbridge'],
    [/^source\.intake\./, ''],
    [/^(commodity|harvestYear|owned|name|tags)/, 'from.$1'],
    [/^type$/, 'from.commodity.id'],
  ],
  harvest: [
    [/^\[(\d+)\]\.(fieldId|plantingId)/, 'parts[$1].from.$2'],
    [/^\[(\d+)\]\.(storageId|substorageId)/, 'parts[$1].to.$2'],
    [/^\[(\d+)\]\.weightNet/, 'parts[$1].weight'],
    [/^\[(\d+)\]\.share/, 'parts[$1].share'],
    [/^\[\d+\]\.(?:loadReference|ticket\.reference)/, 'reference'],
    [/^\[\d+\]\.ticket/, 'weighbridge'],
    [/^\[\d+\]\.areaRemaining/, 'from.areaRemaining'],
    [/^\[\d+\]\.driverName/, 'driver.name'],
    [/^\[\d+\]\.driverRegistration/, 'driver.vehicleRegistration'],
    [/^\[\d+\]\./, ''],
  ],
  movement: [
    [/^records\[(\d+)\]\.id/, 'parts[$1].from.recordId'],
    [/^records\[(\d+)\]\.(tradeId|tradeWindow|orderId)/, 'parts[$1].$2'],
    [/^records/, 'parts'],
    [/^recordId/, 'from.recordId'],
    [/^destination/, 'to'],
    [/^(sold|contractId|contractReference)/, 'to.$1'],
    [/^movementDateISO/, 'dateISO'],
    [/^(?:driver\.loadReference|ticket\.reference)/, 'reference'],
    [/^ticket/, 'weighbridge'],
    [/^storageContractId/, 'storageContract.id'],
  ],
}

/** A fault of such a body, as a fault of the load. */
export function faultOfLoad(kind: ListedLoadKind, { parts }: LoadInput, found: Fault): Fault {
  const [inBody, inLoad] = places[kind].find(([pattern]) => pattern.test(found.path)) ?? []
  const path = inBody && inLoad !== undefined ? found.path.replace(inBody, inLoad) : found.path
  return { ...found, path: parts ? path : path.replace(/^parts\[\d+\]\./, '') }
}
