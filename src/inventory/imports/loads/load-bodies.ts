import type { Actor } from '../../../http/actor.ts'
import type { AddLoadsBody } from '../../harvest/schema.ts'
import type { CreateMovementBody } from '../../movements/schema.ts'
import type { CreateRecordBody, SampleInput } from '../../records/bodies.ts'
import { commodityPaths, readCommodity, readOwner } from '../commodity-columns.ts'
import type { Source, GrowingCrop } from './crops-of-loads.ts'
import type { AskedLoad } from './validate-loads.ts'
import { measures, type LoadValues } from './load-columns.ts'
import { yesOrNo, type WeighedLoad } from './load-rules.ts'
import type { LoadPlace } from './read-load.ts'

/** Loads as the bodies of the commands by which they are entered by hand. */

/** Which columns of a row the paths of those commands' bodies come from. */
export const loadPaths: Record<string, string> = {
  ...commodityPaths,
  'storage.storageId': 'store',
  'storage.substorageId': 'bay',
  'storage.weight': 'weight',
  'source.intake.moveAtUTC': 'date',
  'source.intake.sender.id': 'senderId',
  'source.intake.sender.name': 'sender',
  'source.intake.driverName': 'driver',
  'source.intake.vehicleRegistration': 'vehicle',
  'source.intake.loadReference': 'ticket',
  'source.intake.weighbridgeRecord.full': 'gross',
  'source.intake.weighbridgeRecord.empty': 'tare',
  'source.intake.storageContract.id': 'contract',
  'source.intake.sample.fields.value': 'moisture',
  '.fieldId': 'field',
  '.plantingId': 'ownerName',
  '.storageId': 'store',
  '.substorageId': 'bay',
  '.dateISO': 'date',
  '.weightNet': 'weight',
  '.weighbridge.full': 'gross',
  '.weighbridge.empty': 'tare',
  '.loadReference': 'ticket',
  '.moisture': 'moisture',
  '.temperature': 'temperature',
  '.driverName': 'driver',
  '.driverRegistration': 'vehicle',
  movementDateISO: 'date',
  weight: 'weight',
  'weighbridge.full': 'gross',
  'weighbridge.empty': 'tare',
  'driver.name': 'driver',
  'driver.vehicleRegistration': 'vehicle',
  'driver.loadReference': 'ticket',
  'destination.organisationId': 'receiverId',
  'destination.organisationName': 'receiver',
  'destination.storageId': 'toStore',
  'destination.substorageId': 'toBay',
  contractReference: 'contract',
  tradeId: 'contract',
  orderId: 'order',
  'source.intake.tradeId': 'contract',
  'source.intake.orderId': 'order',
  sold: 'sold',
}

/** Gives a load's weight once: by the scale where it was weighed, else as its net. */
function weightOf({ net, full, empty }: WeighedLoad) {
  return full === null || empty === null
    ? { weight: net, weighbridge: { readings: { net: ofFile } } }
    : { weighbridge: { full, empty, readings: { full: ofFile, empty: ofFile } } }
}

const ofFile = { source: 'file' as const }

/** The readings that a file puts right: those that it repeats are the scale's still. */
export const readingsOfFile = { full: ofFile, empty: ofFile }

function sampleOf(values: LoadValues, left: (keyof typeof measures)[] = []): SampleInput | null {
  const fields = (Object.keys(measures) as (keyof typeof measures)[]).flatMap((column) => {
    const value = values[column]
    const { name, unit: metric } = measures[column]
    return value === undefined || left.includes(column) ? [] : [{ name, value: String(value), metric }]
  })
  return fields.length === 0 ? null : { fields }
}

/** The contract and the order that a row names. */
export const namedOf = ({ tradeId, orderId }: Pick<AskedLoad, 'tradeId' | 'orderId'>) => ({
  ...(tradeId !== undefined && { tradeId }),
  ...(orderId !== undefined && { orderId }),
})

/** The bay that a load comes into. */
export function destinationOf({ route, store, toStore }: AskedLoad): LoadPlace {
  const place = route.to === 'toStore' ? toStore : store
  if (!place) throw new Error('a load into a store has no bay')
  return place
}

/** An intake, as a body of a record. */
export function intakeBody(actor: Actor, load: AskedLoad): CreateRecordBody {
  const { row, said, happened, weighed, parties, storageContractId, tradeId, orderId } = load
  const { values } = row
  const { own, bay } = destinationOf(load)
  const { commodity, kind } = readCommodity(row, actor, { mayBeMixed: true })
  const { owned, owner } = readOwner(values, actor)
  const { weight, weighbridge } = weightOf(weighed)
  return {
    type: kind,
    owned,
    harvestYear: values.harvestYear ?? '',
    commodity,
    storage: [{ storageId: own.storageId, substorageId: bay.id, ...(weight !== undefined && { weight }) }],
    source: {
      type: 'intake',
      owner,
      intake: {
        moveAtUTC: said,
        happenedAtISO: happened ?? null,
        sender: parties.sender ?? null,
        driverName: values.driver ?? null,
        vehicleRegistration: values.vehicle ?? null,
        loadReference: values.ticket ?? null,
        weighbridgeRecord: weighbridge ?? null,
        sample: sampleOf(values),
        storageContract: storageContractId === undefined ? null : { id: storageContractId },
        ...namedOf({ tradeId, orderId }),
      },
    },
    tags: [],
  }
}

/** The crop that a load off a field is taken from, and the load as one of its harvest plan. */
export function harvestLoad(load: AskedLoad): { crop: GrowingCrop; body: AddLoadsBody[number] } {
  const { row, said, happened, weighed, field, crops } = load
  const { values } = row
  const { own, bay } = destinationOf(load)
  const [crop, another] = crops
  if (!crop || !field) throw new Error('a load off a field has no crop')
  const { weight: weightNet, weighbridge } = weightOf(weighed)
  const body = {
    fieldId: field.id,
    ...(another ? {} : { plantingId: crop.id }),
    commodityId: crop.commodity_id,
    commodityGroupId: crop.type_id,
    storageId: own.storageId,
    substorageId: bay.id,
    dateISO: said,
    happenedAtISO: happened ?? null,
    ...(weightNet !== undefined && { weightNet }),
    weighbridge: weighbridge ?? null,
    loadReference: values.ticket ?? null,
    moisture: values.moisture ?? null,
    temperature: values.temperature ?? null,
    driverName: values.driver ?? null,
    driverRegistration: values.vehicle ?? null,
    sample: sampleOf(values, ['moisture', 'temperature']),
  }
  return { crop, body }
}

/** A load that leaves what it is taken from, for another bay or for good. */
export function movementBody(
  { organisationId }: Actor,
  load: AskedLoad,
  source: Pick<Source, 'id' | 'owner_id'>,
): CreateMovementBody {
  const { row, said, happened, weighed, route, parties, toStore } = load
  const { values } = row
  const isOwn = source.owner_id === organisationId
  return {
    recordId: source.id,
    ...weightOf(weighed),
    movementDateISO: said,
    happenedAtISO: happened ?? null,
    driver: {
      name: values.driver ?? null,
      vehicleRegistration: values.vehicle ?? null,
      loadReference: values.ticket ?? null,
    },
    ...(route.kind === 'internal'
      ? {
          destination: {
            storageId: toStore?.own.storageId ?? '',
            ...(toStore && { substorageId: toStore.bay.id }),
          },
        }
      : {
          destination: {
            ...(parties.receiver?.id !== undefined && { organisationId: parties.receiver.id }),
            ...(parties.receiver?.name !== undefined && { organisationName: parties.receiver.name }),
          },
          // Grain of the caller's own goes to a receiver who has bought it; what an owner takes away again is not sold.
          sold: values.sold === undefined ? isOwn : (yesOrNo(values.sold) ?? isOwn),
          ...(values.contract !== undefined && { contractReference: values.contract }),
          ...namedOf(load),
        }),
  }
}
