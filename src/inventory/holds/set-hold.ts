import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import {
  dateFault,
  fault,
  isFault,
  notFound,
  Refusal,
  refuseFaults,
  type Fault,
} from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import { momentOf, parseInstantEnd } from '../../kernel/time.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { fileFaults, findAttachableFiles } from '../../system/files/find-files.ts'
import { message } from '../../words/catalogue.ts'
import { conflictToWire, noteTouchedBays, type NamedConflict } from '../ledger/ledger.ts'
import { chooseBay, findPlacesWithBays } from '../records/find-places.ts'
import { snapshotConflicts } from '../stock/conflicts.ts'
import { lockBays } from '../stock/lock-bays.ts'
import { getStoredRecords } from '../stock/stored-records.ts'
import { getHold } from './queries.ts'
import { fumigationEnd, fumigationFaults, spanFaults } from './rules.ts'
import type { FumigationInput, SetHold, SetHoldBody } from './schema.ts'

/** The bay, and in it the parcel, that is to be held. */
interface Held {
  bayId: number
  recordId: string | null
}

/**
 * Sets a bay or a parcel on hold: from then on no load leaves it, or comes into it, without an override (rules.md §13). Planned loads that are
 * against it are answered as conflicts.
 *
 * @throws Refusal every fault at once; `not_found`; `not_stock` for a planting or stock that lies nowhere; `forbidden` for stock in somebody
 *   else's store
 */
export async function setHold(trx: Transaction, actor: Actor, body: SetHoldBody): Promise<SetHold> {
  const beginsAt = momentOf(body.fromISO, actor)
  const fumigation = body.fumigation ? readFumigation(actor, body.fumigation) : null
  const endsAt = fumigation ? fumigationEnd(fumigation) : endOf(actor, body.untilISO)
  const held = await findHeld(trx, actor, body)
  const files = body.files ?? []
  const own = await findAttachableFiles(
    trx,
    actor.organisationId,
    files.map(({ id }) => id),
  )
  refuseFaults([
    ...(isFault(held) ? [held] : []),
    ...(beginsAt ? [] : [dateFault('fromISO')]),
    ...(endsAt === undefined ? [dateFault('untilISO')] : []),
    ...(fumigation?.airedAt === undefined && fumigation ? [dateFault('fumigation.airedISO')] : []),
    ...fumigationFaults(body),
    ...(beginsAt && endsAt
      ? spanFaults(fumigation ? 'fumigation.airedISO' : 'untilISO', beginsAt, endsAt)
      : []),
    ...fileFaults('files', files, own),
  ])
  if (isFault(held) || !beginsAt || endsAt === undefined)
    throw new Error('unreachable: the faults were refused')
  const newConflicts = await watch(trx, actor, [held.bayId])
  const id = await insertHold(trx, actor, {
    ...held,
    reason: body.reason,
    blocks: body.blocks ?? 'both',
    beginsAt,
    endsAt,
    note: body.note ?? '',
    fileIds: [...new Set(files.map((file) => file.id))],
    tracedFrom: null,
    fumigation,
  })
  const conflicts = await newConflicts()
  return {
    ...(await getHold(trx, actor, id)),
    conflicts: conflicts.map((each) => conflictToWire(each, actor)),
  }
}

/** Locks bays, so that loads come before or after, and looks at their conflicts. */
export async function watch(
  trx: Transaction,
  actor: Actor,
  bayIds: number[],
): Promise<() => Promise<NamedConflict[]>> {
  await lockBays(trx, { bayIds })
  noteTouchedBays(trx, bayIds)
  return snapshotConflicts(trx, bayIds, actor.now)
}

async function findHeld(trx: Transaction, actor: Actor, body: SetHoldBody): Promise<Held | Fault> {
  const { recordId } = body
  const storageId = body.storageId?.trim() ?? ''
  if (recordId && (storageId || body.substorageId))
    return fault('recordId', message('holdIsOfBayOrParcel', {}), 'contradiction')
  if (recordId) return findParcel(trx, actor, recordId)
  if (!storageId) return fault('storageId', message('holdIsOfBayOrParcel', {}), 'required')
  const place = (await findPlacesWithBays(trx, actor, [storageId])).get(storageId)
  if (!place) throw notFound('storage location', storageId, { within: 'yours' })
  const bay = chooseBay(place, body.substorageId || undefined, '')
  return isFault(bay) ? bay : { bayId: bay.id, recordId: null }
}

async function findParcel(trx: Transaction, actor: Actor, id: string): Promise<Held> {
  const [record] = await getStoredRecords(trx, actor, [id])
  if (!record) throw notFound('record', id)
  const { bay_id: bayId, source, name } = record
  if (source === 'planting' || bayId === null)
    throw new Refusal('not_stock', message('liesInNoBay', { name }), { details: { recordId: id } })
  return { bayId, recordId: id }
}

/** When a hold ends; null where somebody has to release it, undefined for what is no date. */
export function endOf({ timeZone }: Actor, until: string | null | undefined): Date | null | undefined {
  return until == null ? null : parseInstantEnd(until, timeZone)
}

/** A fumigation with its dates read; the airing is undefined where it is no date. */
export interface Fumigation {
  product: string
  dose: string
  airedAt: Date | null | undefined
  withholdingDays: number
}

/** Reads a fumigation of a body. */
export function readFumigation(
  actor: Actor,
  { product, dose, airedISO, withholdingDays }: FumigationInput,
): Fumigation {
  const airedAt = airedISO == null ? null : momentOf(airedISO, actor)
  return { product: tidied(product), dose: tidied(dose), airedAt, withholdingDays: withholdingDays ?? 0 }
}

/** A hold to be entered, with all that it names found. */
export interface NewHold extends Held {
  reason: SetHoldBody['reason']
  blocks: NonNullable<SetHoldBody['blocks']>
  beginsAt: Date
  endsAt: Date | null
  note: string
  fileIds: string[]
  tracedFrom: string | null
  fumigation: Fumigation | null
}

/** Enters a hold on a bay that is locked; answers its id. */
export async function insertHold(trx: Transaction, actor: Actor, hold: NewHold): Promise<string> {
  const id = newId()
  const { bayId, recordId, reason, blocks, fumigation } = hold
  await trx
    .insertInto('holds')
    .values({
      organisation_id: actor.organisationId,
      id,
      bay_id: bayId,
      record_id: recordId,
      reason,
      blocks,
      begins_at: hold.beginsAt,
      ends_at: hold.endsAt,
      note: hold.note,
      file_ids: hold.fileIds,
      traced_from: hold.tracedFrom,
      ...fumigationColumns(fumigation),
      created_by: actor.userId,
      created_by_name: actor.userName,
      created_at: actor.now,
    })
    .execute()
  await appendEvent(trx, actor, {
    type: 'hold.set',
    subject: id,
    data: { ids: [id], substorageId: bayId, recordId: recordId ?? '', reason, blocks },
  })
  return id
}

/** The columns of a hold for its fumigation. */
export function fumigationColumns(fumigation: Fumigation | null) {
  return {
    product: fumigation?.product ?? null,
    dose: fumigation?.dose ?? null,
    aired_at: fumigation?.airedAt ?? null,
    withholding_days: fumigation?.withholdingDays ?? null,
  }
}
