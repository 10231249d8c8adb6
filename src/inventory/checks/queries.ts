import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import { cellsOf, momentColumns, type TableColumns, type TableFile } from '../../http/table.ts'
import type { Actor } from '../../http/actor.ts'
import { dateFault, notFound, refuseFaults } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { pageOf } from '../../kernel/page.ts'
import { parseInstant, parseInstantEnd } from '../../kernel/time.ts'
import { fileRefs } from '../../system/files/find-files.ts'
import { alarmsOf, noLimits, type CheckLimits, type Findings } from './rules.ts'
import type { BayCheck, CheckPage, CheckPlan, CheckSpan, ChecksQuery } from './schema.ts'

type Db = Kysely<Tables>

interface CheckRow extends Findings {
  id: string
  storage_id: string
  bay_id: number
  store: string
  bay: string
  checked_at: Date
  temperatures: BayCheck['temperatures']
  /** Of the check of the bay before it. */
  hottest_before: number | null
  note: string
  file_ids: string[]
  created_by_name: string
  created_at: Date
}

/** Checks `c`, with the hottest probe of the check of the same bay before each. */
async function findRows(db: Db, where: RawBuilder<unknown>, rest: RawBuilder<unknown>): Promise<CheckRow[]> {
  const { rows } = await sql<CheckRow>`
    select c.id, c.storage_id, c.bay_id, s.name as store, b.name as bay, c.checked_at, c.temperatures,
      c.hottest_celsius::float8 as hottest, c.moisture_percentage::float8 as moisture, c.insects, c.smell, c.rodents, c.note, c.file_ids,
      c.created_by_name, c.created_at, (
        select earlier.hottest_celsius::float8 from bay_checks earlier
        where earlier.organisation_id = c.organisation_id and earlier.bay_id = c.bay_id and earlier.hottest_celsius is not null
          and earlier.checked_at < c.checked_at
        order by earlier.checked_at desc, earlier.id limit 1) as hottest_before
    from bay_checks c
    join storages s on s.organisation_id = c.organisation_id and s.id = c.storage_id
    join bays b on b.organisation_id = c.organisation_id and b.id = c.bay_id
    where ${where} order by c.checked_at desc, c.id ${rest}`.execute(db)
  return rows
}

async function toWire(db: Db, actor: Actor, rows: CheckRow[], limits: CheckLimits): Promise<BayCheck[]> {
  const files = await fileRefs(
    db,
    actor,
    rows.flatMap(({ file_ids }) => file_ids),
  )
  return rows.map((row) => ({
    id: row.id,
    storageId: row.storage_id,
    substorageId: row.bay_id,
    store: row.store,
    bay: row.bay,
    checkedAtUTC: row.checked_at.toISOString(),
    temperatures: row.temperatures,
    hottest: row.hottest,
    moisture: row.moisture,
    insects: row.insects,
    smell: row.smell,
    rodents: row.rodents,
    alarms: alarmsOf(row, limits, row.hottest_before),
    note: row.note,
    files: row.file_ids.flatMap((id) => files.get(id) ?? []),
    createdByName: row.created_by_name,
    createdAtUTC: row.created_at.toISOString(),
  }))
}

/** One check that is known to be there. */
export async function getCheck(db: Db, actor: Actor, storageId: string, id: string): Promise<BayCheck> {
  const rows = await findRows(
    db,
    sql`c.organisation_id = ${actor.organisationId} and c.id = ${id}::uuid`,
    sql``,
  )
  const [check] = await toWire(db, actor, rows, await findLimits(db, actor, storageId))
  if (!check) throw notFound('bay check', id)
  return check
}

/**
 * The checks of a store of the caller's own, or of one of its bays, the last first.
 *
 * @throws Refusal `not_found` for a store that is not the caller's; `invalid_input`
 */
export function listChecks(db: Db, actor: Actor, storageId: string, query: ChecksQuery): Promise<CheckPage> {
  return inOneMoment(db, async (moment) => {
    const where = await wanted(moment, actor, storageId, query)
    const { limit, offset } = pageOf(query)
    const rows = await findRows(moment, where, sql`limit ${limit} offset ${offset}`)
    const { rows: counted } = await sql<{ found: number }>`
      select count(*) as found from bay_checks c where ${where}`.execute(moment)
    const docs = await toWire(moment, actor, rows, await findLimits(moment, actor, storageId))
    return { docs, totalDocs: Number(counted[0]?.found ?? 0), limit, offset }
  })
}

/**
 * All checks of a store, or of one of its bays, without pages, the last first.
 *
 * @throws Refusal `not_found` for a store that is not the caller's; `invalid_input`
 */
export function readChecks(db: Db, actor: Actor, storageId: string, query: CheckSpan): Promise<BayCheck[]> {
  return inOneMoment(db, async (moment) => {
    const rows = await findRows(moment, await wanted(moment, actor, storageId, query), sql``)
    return toWire(moment, actor, rows, await findLimits(moment, actor, storageId))
  })
}

/** The checks as a table, without pages. */
export async function checksTable(
  db: Db,
  actor: Actor,
  storageId: string,
  query: ChecksQuery,
): Promise<TableFile> {
  const checks = await readChecks(db, actor, storageId, query)
  return {
    fileName: 'checks',
    columns: Object.keys(columns),
    rows: rowsOf(checks, actor.timeZone),
  }
}

async function* rowsOf(checks: BayCheck[], timeZone: string) {
  for (const check of checks) yield cellsOf(columns, check, timeZone)
}

const columns: TableColumns<BayCheck> = {
  id: ({ id }) => id,
  ...momentColumns('date', 'dateUTC', ({ checkedAtUTC }) => checkedAtUTC),
  store: ({ store }) => store,
  bay: ({ bay }) => bay,
  'temperature °C': ({ hottest }) => hottest ?? '',
  probes: ({ temperatures }) => temperatures.map(({ probe, celsius }) => `${probe}: ${celsius}`).join('; '),
  'moisture %': ({ moisture }) => moisture ?? '',
  insects: ({ insects }) => insects ?? '',
  smell: ({ smell }) => smell ?? '',
  rodents: ({ rodents }) => rodents ?? '',
  alarms: ({ alarms }) => alarms.join(', '),
  note: ({ note }) => note,
  checkedBy: ({ createdByName }) => createdByName,
}

async function wanted(
  db: Db,
  actor: Actor,
  storageId: string,
  { substorageId, from, at }: CheckSpan,
): Promise<RawBuilder<unknown>> {
  await ensureStore(db, actor, storageId)
  const since = from === undefined ? undefined : parseInstant(from, actor.timeZone)
  const until = at === undefined ? undefined : parseInstantEnd(at, actor.timeZone)
  refuseFaults([
    ...(from !== undefined && !since ? [dateFault('from')] : []),
    ...(at !== undefined && !until ? [dateFault('at')] : []),
  ])
  return sql.join(
    [
      sql`c.organisation_id = ${actor.organisationId}`,
      sql`c.storage_id = ${storageId}::uuid`,
      ...(substorageId ? [sql`c.bay_id = ${substorageId}`] : []),
      ...(since ? [sql`c.checked_at >= ${since}`] : []),
      ...(until ? [sql`c.checked_at <= ${until}`] : []),
    ],
    sql` and `,
  )
}

/** @throws Refusal `not_found` for a store that is not the caller's */
export async function ensureStore(db: Db, { organisationId }: Actor, id: string): Promise<{ name: string }> {
  const store = isId(id)
    ? await db
        .selectFrom('storages')
        .select('name')
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .where('type', '=', 'store')
        .executeTakeFirst()
    : undefined
  if (!store) throw notFound('store', id, { within: 'yours' })
  return store
}

async function findLimits(db: Db, actor: Actor, storageId: string): Promise<CheckLimits> {
  const plan = await findCheckPlan(db, actor, storageId)
  return plan
    ? {
        mostCelsius: plan.temperatureMost,
        mostRiseCelsius: plan.temperatureRiseMost,
        mostMoisturePercentage: plan.moistureMost,
      }
    : noLimits
}

async function findCheckPlan(
  db: Db,
  { organisationId }: Actor,
  storageId: string,
): Promise<CheckPlan | undefined> {
  const { rows } = await sql<Omit<CheckPlan, 'storageId'>>`
    select every_days as "everyDays", most_celsius::float8 as "temperatureMost", most_rise_celsius::float8 as "temperatureRiseMost",
      most_moisture_percentage::float8 as "moistureMost"
    from check_plans where organisation_id = ${organisationId} and storage_id = ${storageId}::uuid`.execute(
    db,
  )
  return rows[0] && { storageId, ...rows[0] }
}

/**
 * The check plan of a store: how often its bays are checked, and limits; nothing of it where nobody has said.
 *
 * @throws Refusal `not_found` for a store that is not the caller's
 */
export function getCheckPlan(db: Db, actor: Actor, storageId: string): Promise<CheckPlan> {
  return inOneMoment(db, async (moment) => {
    await ensureStore(moment, actor, storageId)
    const none = { everyDays: null, temperatureMost: null, temperatureRiseMost: null, moistureMost: null }
    return (await findCheckPlan(moment, actor, storageId)) ?? { storageId, ...none }
  })
}
