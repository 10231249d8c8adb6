import { readColumns, type CatalogColumn } from '../../db/catalog.ts'
import { readBatches, type Client } from '../../db/snapshot.ts'
import { message } from '../../words/catalogue.ts'
import {
  BackupRefused,
  type Manifest,
  type SequencePlace,
  type TableContents,
} from '../../system/archives/manifest.ts'

/**
 * Tables that a backup leaves out. What searches keep, and are to read again, another database makes anew, and its processes take turns of their own. The keys that sign access tokens stay in
 * the database: a new one makes its own.
 */
const NOT_CARRIED = new Set([
  'search_changes',
  'search_heads',
  'kept_searches',
  'chore_turns',
  'signing_keys',
])

/** Tells if the rows of a table are in a backup. */
function isCarried(table: string): boolean {
  return !NOT_CARRIED.has(table)
}

/** The tables that a backup carries, with their columns. */
async function tablesToCarry(client: Client): Promise<Map<string, CatalogColumn[]>> {
  const columns = await readColumns(client)
  return Map.groupBy(
    columns.filter(({ table }) => isCarried(table)),
    ({ table }) => table,
  )
}

/** Takes the rows of one table, some at a time: each as PostgreSQL writes a whole row, which loses nothing. */
type TakeRows = (table: string, rows: string[]) => Promise<void>

/** Reads every table, row by row. */
export async function readTables(client: Client, take: TakeRows): Promise<TableContents[]> {
  const tables: TableContents[] = []
  for (const [name, columns] of await tablesToCarry(client)) {
    let rows = 0
    for await (const batch of readBatches(client, `select t::text as row from ${quoted(name)} t`)) {
      await take(name, batch)
      rows += batch.length
    }
    tables.push({ name, columns: columns.map((column) => column.name), rows })
  }
  return tables
}

/** Reads the last value of each sequence: at least as high as in the rows that a snapshot sees. */
export async function readSequences(client: Client): Promise<SequencePlace[]> {
  const { rows } = await client.query<SequencePlace>(
    `select sequencename::text as name, last_value::text as "lastValue" from pg_sequences
      where schemaname = 'public' order by sequencename`,
  )
  return rows
}

/** A name as SQL takes it. Names come from the catalog. */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Tables filled on an empty database by a server that starts there, and by people who try to sign in. */
const OF_AN_EMPTY_SERVER = new Set([
  'schema_migrations',
  'signing_keys',
  'vault',
  'notices',
  'sign_in_failures',
])

/**
 * Refuses a database with anything in it, whoever's it is.
 *
 * @throws BackupRefused
 */
export async function ensureEmpty(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename::text as name from pg_tables where schemaname = 'public' order by 1`,
  )
  for (const { name } of rows.filter((each) => !OF_AN_EMPTY_SERVER.has(each.name))) {
    const found = await client.query(`select from ${quoted(name)} limit 1`)
    if (found.rowCount === 0) continue
    throw new BackupRefused(message('databaseIsNotEmpty', { table: name }))
  }
}

/** The tables of a database that is about to be filled: by which columns their rows are entered. */
export class Loading {
  readonly #client: Client
  readonly #tables: Map<string, CatalogColumn[]>
  readonly #rows = new Map<string, number>()
  #references: Reference[] = []

  /**
   * Makes ready for rows in any order, within a transaction: neither triggers nor references see them come in.
   *
   * @throws BackupRefused where the tables are not those of the backup
   */
  static async begin(client: Client, manifest: Manifest): Promise<Loading> {
    const loading = new Loading(client, await tablesToCarry(client))
    loading.#ensureAlike(manifest)
    await loading.#open()
    return loading
  }

  private constructor(client: Client, tables: Map<string, CatalogColumn[]>) {
    this.#client = client
    this.#tables = tables
  }

  #ensureAlike({ tables }: Manifest): void {
    const theirs = tables
      .filter(({ name }) => isCarried(name))
      .map(({ name, columns }) => ({ name, columns }))
    const ours = [...this.#tables].map(([name, of]) => ({ name, columns: of.map((each) => each.name) }))
    if (JSON.stringify(theirs) !== JSON.stringify(ours))
      throw new BackupRefused(message('backupHasOtherTables', {}))
  }

  async #open(): Promise<void> {
    this.#references = await readReferences(this.#client)
    for (const { table, name } of this.#references)
      await this.#client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`)
    for (const table of this.#tables.keys())
      await this.#client.query(`alter table ${quoted(table)} disable trigger user`)
    // Nobody can write any more: what is empty now stays so.
    await ensureEmpty(this.#client)
    for (const table of this.#tables.keys()) {
      if (OF_AN_EMPTY_SERVER.has(table)) await this.#client.query(`delete from ${quoted(table)}`)
    }
    // Another SECRET_KEY than that of the backup may have sealed it.
    await this.#client.query('delete from signing_keys')
  }

  /** Enters rows as PostgreSQL has written them. */
  async add(table: string, rows: string[]): Promise<void> {
    if (!isCarried(table)) return
    const entered = this.#tables.get(table)?.filter(({ generated }) => generated !== 'stored')
    if (!entered) throw new BackupRefused(message('backupHasUnknownTable', { table }))
    const columns = entered.map(({ name }) => quoted(name)).join(', ')
    const { rowCount } = await this.#client.query(
      `insert into ${quoted(table)} (${columns}) overriding system value
        select ${columns} from unnest($1::text[]::${quoted(table)}[])`,
      [rows],
    )
    this.#rows.set(table, (this.#rows.get(table) ?? 0) + (rowCount ?? 0))
  }

  /**
   * Puts back what `begin` took away, which checks every reference, and has sequences go on behind the last number.
   *
   * @throws BackupRefused where rows are missing
   */
  async finish({ tables, sequences }: Manifest): Promise<void> {
    const wrong = tables.find(({ name, rows }) => isCarried(name) && (this.#rows.get(name) ?? 0) !== rows)
    if (wrong) throw new BackupRefused(message('backupLacksRows', { table: wrong.name }))
    for (const { name, lastValue } of sequences) {
      if (lastValue !== null)
        await this.#client.query('select setval(quote_ident($1)::regclass, $2::bigint)', [name, lastValue])
    }
    for (const { table, name, definition } of this.#references)
      await this.#client.query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`)
    for (const table of this.#tables.keys())
      await this.#client.query(`alter table ${quoted(table)} enable trigger user`)
  }
}

interface Reference {
  table: string
  name: string
  definition: string
}

async function readReferences(client: Client): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select c.relname::text as table, k.conname::text as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace
      order by c.relname, k.conname`,
  )
  return rows
}
