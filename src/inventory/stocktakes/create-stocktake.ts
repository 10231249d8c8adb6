import { sql } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { dateFault, fault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import { parseInstantEnd } from '../../kernel/time.ts'
import { gramsFromKilograms } from '../../kernel/weight.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { lockOrganisation } from '../../system/lock-organisation.ts'
import { message } from '../../words/catalogue.ts'
import { MOST_BAYS, type CreateStocktakeBody } from './schema.ts'

interface BayRow {
  id: number
  storage_id: string
  name: string
  /** The open session that counts it already. */
  counted_in: string | null
}

/**
 * Opens a session over bays of the caller's: a line for each, empty ones too. Answers its id.
 *
 * @throws Refusal every fault at once: what is not the caller's, a bay that another open session counts
 */
export async function createStocktake(
  trx: Transaction,
  actor: Actor,
  body: CreateStocktakeBody,
): Promise<string> {
  // A bay is counted in one open session alone, whoever opens them at the same time.
  await lockOrganisation(trx, actor.organisationId)
  const cutOffAt = body.cutOffISO == null ? actor.now : parseInstantEnd(body.cutOffISO, actor.timeZone)
  const name = tidied(body.name)
  const bays = await findBays(trx, actor, body)
  const counters = await findPeople(trx, actor, body.counterIds ?? [])
  const approvers = await findPeople(trx, actor, body.approverIds ?? [])
  refuseFaults([
    ...(name === '' ? [fault('name', message('isNeeded', {}), 'required')] : []),
    ...(cutOffAt ? [] : [dateFault('cutOffISO')]),
    ...bayFaults(body, bays),
    ...peopleFaults('counterIds', body.counterIds ?? [], counters),
    ...peopleFaults('approverIds', body.approverIds ?? [], approvers),
  ])
  const id = newId()
  await trx
    .insertInto('stocktakes')
    .values({
      organisation_id: actor.organisationId,
      id,
      name,
      cut_off_at: cutOffAt ?? actor.now,
      is_blind: body.isBlind,
      tolerance_percent: body.tolerance?.percent ?? null,
      tolerance_grams: body.tolerance?.weight == null ? null : gramsFromKilograms(body.tolerance.weight),
      counter_ids: [...counters],
      approver_ids: [...approvers],
      created_by: actor.userId,
      created_by_name: actor.userName,
      created_at: actor.now,
    })
    .execute()
  await sql`
    insert into stocktake_lines (organisation_id, stocktake_id, bay_id, line)
    select ${actor.organisationId}, ${id}, bay_id, line from unnest(${bays.map((bay) => bay.id)}::bigint[]) with ordinality as bays (bay_id, line)`.execute(
    trx,
  )
  await appendEvent(trx, actor, { type: 'stocktake.created', subject: id, data: { ids: [id], name } })
  return id
}

/** The bays of the stores that are asked for, and those asked for themselves, in the order of a walk; of all stores where none are. */
async function findBays(
  trx: Transaction,
  { organisationId }: Actor,
  { storageIds, substorageIds }: CreateStocktakeBody,
): Promise<BayRow[]> {
  const stores = (storageIds ?? []).filter(isId)
  const bayIds = substorageIds ?? []
  const isAll = (storageIds ?? []).length === 0 && bayIds.length === 0
  const all = sql`select * from bays where organisation_id = ${organisationId}`
  // Few are named, and are looked up one by one (`offset 0`), whatever the average organisation has.
  const named = sql`
    select own.* from (select id from bays where storage_id = ${anyOf(stores, 'uuid')} union select unnest(${bayIds}::bigint[])) asked
    cross join lateral (select * from bays b where b.organisation_id = ${organisationId} and b.id = asked.id offset 0) own`
  const { rows } = await sql<BayRow>`
    select b.id, s.id as storage_id, b.name, (
      select open.name from stocktake_lines line
      join stocktakes open on open.organisation_id = line.organisation_id and open.id = line.stocktake_id
      where line.organisation_id = b.organisation_id and line.bay_id = b.id and open.approved_at is null and open.cancelled_at is null limit 1
    ) as counted_in
    from (${isAll ? all : named}) b
    cross join lateral (select * from storages own where own.organisation_id = b.organisation_id and own.id = b.storage_id offset 0) s
    where s.type = 'store'
    order by lower(s.name) collate "C", s.id, b.id limit ${MOST_BAYS + 1}`.execute(trx)
  return rows
}

function bayFaults({ storageIds, substorageIds }: CreateStocktakeBody, bays: BayRow[]): Fault[] {
  const known = new Set<string | number>(bays.flatMap(({ id, storage_id }) => [id, storage_id]))
  const path = (substorageIds ?? []).length > 0 ? 'substorageIds' : 'storageIds'
  const taken = bays.find(({ counted_in }) => counted_in !== null)
  return [
    ...(storageIds ?? []).flatMap((id, index) =>
      known.has(id) ? [] : [fault(`storageIds[${index}]`, message('hasNoBays', {}), 'unknown')],
    ),
    ...(substorageIds ?? []).flatMap((id, index) =>
      known.has(id)
        ? []
        : [fault(`substorageIds[${index}]`, message('isNoBayOfYours', { bay: id }), 'unknown_bay')],
    ),
    ...(bays.length === 0 && path === 'storageIds' && (storageIds ?? []).length === 0
      ? [fault(path, message('noBaysToCount', {}), 'required')]
      : []),
    ...(bays.length > MOST_BAYS
      ? [fault(path, message('hasTooManyBays', { limit: MOST_BAYS }), 'maxItems')]
      : []),
    ...(taken
      ? [
          fault(
            path,
            message('bayIsCounted', { bay: taken.name, session: taken.counted_in ?? '' }),
            'duplicate',
          ),
        ]
      : []),
  ]
}

/** Members of the caller's organisation among the ids. */
async function findPeople(trx: Transaction, { organisationId }: Actor, ids: string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('memberships')
    .select('user_id')
    .where('organisation_id', '=', organisationId)
    .where('status', '=', 'active')
    .where('user_id', '=', anyOf(ids.filter(isId), 'uuid'))
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

function peopleFaults(path: string, ids: string[], known: Set<string>): Fault[] {
  return ids.flatMap((id, index) =>
    known.has(id) ? [] : [fault(`${path}[${index}]`, message('isNobodyOfYours', {}), 'unknown')],
  )
}
