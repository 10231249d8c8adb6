import { readColumns } from '../../src/db/catalog.ts'
import type { Database } from '../../src/db/open.ts'
import { OWNERS } from './dumps/desk.ts'

// What a database says of itself in plain SQL, in tables and columns that every released schema has: nothing of the program is
// asked, so that it can be held against what the program says later.

type Pool = Database['pool']

/** What one organisation has to find. */
export interface Books {
  /** Grams by record at each of the instants asked for; records with nothing are left out. */
  standing: Record<string, number>[]
  /** All that it may see, deleted ones too. */
  movements: { id: number; at: string; grams: number; status: string }[]
}

/** Everything that has to be the same after an upgrade. */
export interface Before {
  /** The columns of each table. */
  columns: Map<string, string[]>
  /** Of each table how many rows it has in those columns, and the sum of their hashes. */
  content: Record<string, string>
  /** By the e-mail address of the organisation's owner. */
  books: Map<string, Books>
  /** The paths of what has a page of its own in the API, of the farm's. */
  pages: string[]
}

/** Reads it all before anybody upgrades the database. */
export async function readBefore({ pool }: Database, instants: string[]): Promise<Before> {
  const columns = await columnsByTable(pool)
  const books: Before['books'] = new Map()
  for (const email of Object.values(OWNERS)) books.set(email, await readBooks(pool, email, instants))
  return { columns, content: await readContent(pool, columns), books, pages: await readPages(pool) }
}

export async function columnsByTable(pool: Pool): Promise<Before['columns']> {
  const all = Map.groupBy(await readColumns(pool), ({ table }) => table)
  return new Map([...all].map(([table, of]) => [table, of.map(({ name }) => name)]))
}

/** Sentences that are messages since 0120: those of before stay, as a string. */
const SENTENCES = new Set(['last_problem', 'pause_reason'])
const asBefore = (column: string) =>
  SENTENCES.has(column) ? `coalesce(to_jsonb(${column}) #>> '{}', '')` : column

/** What is in these columns now, but for the notes by which searches read rows again: a migration that fills a column may add to them. */
export async function readContent(pool: Pool, columns: Before['columns']): Promise<Before['content']> {
  const compared = [...columns].filter(([table]) => table !== 'search_changes')
  const sums = compared.map(
    ([table, names]) => `
    select '${table}' as name,
      count(*) || ' rows, ' || coalesce(sum(hashtextextended(row(${names.map(asBefore).join(', ')})::text, 0)::numeric), 0) as sum
    from ${table}`,
  )
  const { rows } = await pool.query<{ name: string; sum: string }>(sums.join(' union all '))
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

async function readBooks(pool: Pool, email: string, instants: string[]): Promise<Books> {
  const { rows } = await pool.query<{ id: string }>(
    `select m.organisation_id as id from memberships m join users u on u.id = m.user_id where u.email = $1`,
    [email],
  )
  const organisationId = rows[0]?.id ?? ''
  const standing: Books['standing'] = []
  for (const at of instants) standing.push(await readStanding(pool, organisationId, at))
  return { standing, movements: await readMovements(pool, organisationId) }
}

/** From the entries alone. Of records that the organisation keeps or owns; a standing crop is no stock. */
async function readStanding(
  pool: Pool,
  organisationId: string,
  at: string,
): Promise<Books['standing'][number]> {
  const { rows } = await pool.query<{ id: string; grams: number }>(
    `select r.id, sum(e.grams)::bigint as grams
     from records r join (
       select destination_record_id as record_id, grams from ledger_entries where effective_at <= $2
       union all select source_record_id, -grams from ledger_entries where effective_at <= $2
     ) e on e.record_id = r.id
     where $1 in (r.keeper_id::text, r.owner_id) and r.source <> 'planting'
     group by r.id having sum(e.grams) <> 0 order by r.id`,
    [organisationId, at],
  )
  return Object.fromEntries(rows.map(({ id, grams }) => [id, grams]))
}

async function readMovements(pool: Pool, organisationId: string): Promise<Books['movements']> {
  const { rows } = await pool.query<{ id: number; at: Date; grams: number; status: string }>(
    `select m.id, m.effective_at as at, m.weight_grams as grams, m.status
     from movements m join records r on r.id = m.record_id
     where $1 in (m.organisation_id::text, r.owner_id) order by m.id`,
    [organisationId],
  )
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** Where the API has a page for each of a table's rows. */
const paths = {
  records: (id: string) => [`/api/inventory/records/${id}`, `/api/inventory/records/${id}/trace`],
  storages: (id: string) => [
    `/api/inventory/storage/${id}`,
    `/api/inventory/storage/${id}/conflicts`,
    `/api/inventory/storage/notes?storageId=${id}`,
  ],
  storage_contracts: (id: string) => [`/api/inventory/contracts/${id}`],
  harvest_plans: (id: string) => [
    `/api/inventory/harvest-plans/${id}`,
    `/api/inventory/harvest-plans/loads?harvestPlanId=${id}`,
  ],
}

async function readPages(pool: Pool): Promise<string[]> {
  const pages: string[] = []
  for (const [table, pathsOf] of Object.entries(paths)) {
    const { rows } = await pool.query<{ id: string }>(`select id from ${table} order by id`)
    pages.push(...rows.flatMap(({ id }) => pathsOf(id)))
  }
  const { rows: files } = await pool.query<{ id: string }>(`select id from files where status = 'active'`)
  return [...pages, ...files.map(({ id }) => `/api/system/files/${id}/info`)]
}
