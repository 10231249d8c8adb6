import { sql } from 'kysely'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { fault, Refusal, refuseFaults } from '../../../kernel/errors.ts'
import { gramsFromKilograms } from '../../../kernel/weight.ts'
import { addLoads } from '../../harvest/add-loads.ts'
import { balanceAt } from '../../ledger/ledger.ts'
import { createMovement } from '../../movements/create-movements.ts'
import { createRecord } from '../../movements/intakes/create-record.ts'
import type { CreateRecordBody, SampleInput } from '../../records/bodies.ts'
import { remarksOnIntake } from '../../stock/effects.ts'
import { readCommodity, readOwner } from '../commodity-columns.ts'
import { sayCrops, sourcesMeant, type Source } from './crops-of-loads.ts'
import type { AskedLoad } from './judge-loads.ts'
import type { LoadPlace } from './read-load.ts'
import { measures, type LoadValues } from './load-columns.ts'
import { yesOrNo, type WeighedLoad } from './load-rules.ts'

/** A load that was entered, as the movement that it is. */
export interface StoredLoad {
  id: number
  /** The record that the movement is known by. */
  recordId: string
  grams: number
  /** What it was taken from; undefined where a sender brought it. */
  source: Source | undefined
  /** What else it did, in words. */
  message: string[]
}

/**
 * Enters a load by the command that enters it by hand: an intake, a load off a field, or a movement.
 *
 * @throws Refusal as that command does; `insufficient_stock` where nothing lies in the bay that the row can mean
 */
export function storeLoad(trx: Transaction, actor: Actor, load: AskedLoad): Promise<StoredLoad> {
  const { kind } = load.route
  if (kind === 'intake') return storeIntake(trx, actor, load)
  return kind === 'harvest_load' ? storeHarvestLoad(trx, actor, load) : storeMovement(trx, actor, load)
}

/** Which columns of a row the paths of those commands' bodies come from. */
export const loadPaths: Record<string, string> = {
  'commodity.id': 'commodity',
  'commodity.type': 'type',
  'commodity.grade': 'grade',
  'commodity.variety': 'variety',
  'commodity.tags': 'commodityTags',
  harvestYear: 'harvestYear',
  'source.owner.id': 'ownerId',
  'source.owner.name': 'ownerName',
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
  sold: 'sold',
}

/** What is said once of a load: by the scale where it was weighed, else as its net. */
function weightOf({ net, full, empty }: WeighedLoad) {
  return full === null || empty === null ? { weight: net } : { weighbridge: { full, empty } }
}

function sampleOf(values: LoadValues, left: (keyof typeof measures)[] = []): SampleInput | null {
  const fields = (Object.keys(measures) as (keyof typeof measures)[]).flatMap((column) => {
    const value = values[column]
    const { name, unit: metric } = measures[column]
    return value === undefined || left.includes(column) ? [] : [{ name, value: String(value), metric }]
  })
  return fields.length === 0 ? null : { fields }
}

function destinationOf({ route, store, toStore }: AskedLoad): LoadPlace {
  const place = route.to === 'toStore' ? toStore : store
  if (!place) throw new Error('a load into a store has no bay')
  return place
}

async function storeIntake(trx: Transaction, actor: Actor, load: AskedLoad): Promise<StoredLoad> {
  const { row, said, at, weighed, parties, storageContractId } = load
  const { values } = row
  const { own, bay } = destinationOf(load)
  const { commodity, kind } = readCommodity(row, actor, { mayBeMixed: true })
  const { owned, owner } = readOwner(values, actor)
  const { weight, weighbridge } = weightOf(weighed)
  const body: CreateRecordBody = {
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
        sender: parties.sender ?? null,
        driverName: values.driver ?? null,
        vehicleRegistration: values.vehicle ?? null,
        loadReference: values.ticket ?? null,
        weighbridgeRecord: weighbridge ?? null,
        sample: sampleOf(values),
        storageContract: storageContractId === undefined ? null : { id: storageContractId },
      },
    },
    tags: [],
  }
  const [entered] = await createRecord(trx, actor, body)
  if (!entered?.intake) throw new Error('an intake made no movement')
  const { message } = remarksOnIntake(actor, at, entered)
  return {
    id: entered.intake.movementId,
    recordId: entered.recordId,
    grams: gramsFromKilograms(weighed.net),
    source: undefined,
    message: message === undefined ? [] : [message],
  }
}

async function storeHarvestLoad(trx: Transaction, actor: Actor, load: AskedLoad): Promise<StoredLoad> {
  const { row, said, at, weighed, field, crops } = load
  const { values } = row
  const { own, bay } = destinationOf(load)
  const [crop, another] = crops
  if (!crop || !field) throw new Error('a load off a field has no crop')
  const { weight: weightNet, weighbridge } = weightOf(weighed)
  const [brought] = await addLoads(trx, actor, crop.harvest_plan_id, [
    {
      fieldId: field.id,
      ...(another ? {} : { plantingId: crop.id }),
      commodityId: crop.commodity_id,
      commodityGroupId: crop.type_id,
      storageId: own.storageId,
      substorageId: bay.id,
      dateISO: said,
      ...(weightNet !== undefined && { weightNet }),
      weighbridge: weighbridge ?? null,
      loadReference: values.ticket ?? null,
      moisture: values.moisture ?? null,
      temperature: values.temperature ?? null,
      driverName: values.driver ?? null,
      driverRegistration: values.vehicle ?? null,
      sample: sampleOf(values, ['moisture', 'temperature']),
    },
  ])
  if (!brought) throw new Error('a load off a field made no movement')
  const { message } = remarksOnIntake(actor, at, brought)
  return {
    id: brought.id,
    recordId: brought.recordId,
    grams: gramsFromKilograms(weighed.net),
    source: crop,
    message: message === undefined ? [] : [message],
  }
}

async function storeMovement(trx: Transaction, actor: Actor, load: AskedLoad): Promise<StoredLoad> {
  const { row, said, weighed, route, parties, toStore } = load
  const { values } = row
  const source = await sourceOf(trx, actor, load)
  const isOwn = source.owner_id === actor.organisationId
  const { message, ids = [] } = await createMovement(trx, actor, {
    recordId: source.id,
    ...weightOf(weighed),
    movementDateISO: said,
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
        }),
  })
  const grams = gramsFromKilograms(weighed.net)
  return { id: Number(ids[0]), recordId: source.id, grams, source, message: [message] }
}

/** What a load is taken from: a crop in its field, or the parcel in its bay that the row can mean, as the loads before it have left it. */
async function sourceOf(trx: Transaction, actor: Actor, load: AskedLoad): Promise<Source> {
  const { row, at, route, crops, field, store } = load
  if (route.from === 'field') {
    const [crop, another] = crops
    if (!crop || !field) throw new Error('a load off a field has no crop')
    if (another && crops.some(({ owner_id: owner }) => owner !== crop.owner_id)) {
      const several = `is needed: the crops in “${field.name}” are of several owners`
      refuseFaults([fault('ownerName', several, 'required')])
    }
    return crop
  }
  if (!store) throw new Error('a load out of a store has no bay')
  const { rows } = await sql<Source & { grams: number }>`
    select r.id, r.storage_id, r.commodity_id, r.type_id, r.grade_id, r.variety, r.harvest_year, r.owner_id, r.owner_name,
      ${balanceAt(sql`r.id`, at)}::bigint as grams
    from records r
    where r.bay_id = ${store.bay.id} and r.keeper_id = ${actor.organisationId} and r.source <> 'planting'
    order by r.created_at desc, r.id desc`.execute(trx)
  const meant = sourcesMeant(row, actor, rows)
  const lying = meant.filter(({ grams }) => grams > 0)
  const [parcel, another] = lying.length > 0 ? lying : meant.slice(0, 1)
  const name = `${store.own.storageName}, ${store.bay.name}`
  if (!parcel) {
    const lies = rows.filter(({ grams }) => grams > 0)
    const there = lies.length === 0 ? 'Nothing lay there' : `There lay ${sayCrops(actor, lies)}`
    throw new Refusal('insufficient_stock', `The load cannot have come from ${name}. ${there} at the time.`)
  }
  if (another) {
    const several = `had several kinds of stock, ${sayCrops(actor, lying)}: say which in Commodity, Harvest year or Owner`
    refuseFaults([fault('bay', several, 'ambiguous')])
  }
  return parcel
}
