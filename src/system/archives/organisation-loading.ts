import { isDeepStrictEqual } from 'node:util'
import type { Client } from '../../db/snapshot.ts'
import { PEOPLE, PERSON_COLUMNS } from './export-organisation.ts'
import { BackupRefused } from './manifest.ts'
import type { OrganisationManifest } from './organisation-manifest.ts'
import { organisationTables, quoted, type OrganisationTable } from './organisation-tables.ts'
import { message } from '../../words/catalogue.ts'

interface Person {
  id: string
  email: string
  given_name: string
  family_name: string
  created_at: string
}

interface Reference {
  table: string
  name: string
}

/** The tables of an installation while the rows of one more organisation come in, within a transaction. */
export class OrganisationLoading {
  readonly #client: Client
  readonly #manifest: OrganisationManifest
  readonly #tables: Map<string, OrganisationTable>
  readonly #rows = new Map<string, number>()
  readonly #people: Person[] = []
  #references: Reference[] = []

  /**
   * Makes ready for rows in any order: triggers do not see them come in, and references are looked at when all are there.
   *
   * @throws BackupRefused where the archive has other tables
   */
  static async begin(client: Client, manifest: OrganisationManifest): Promise<OrganisationLoading> {
    const { carried } = await organisationTables(client)
    const loading = new OrganisationLoading(client, manifest, carried)
    loading.#ensureAlike()
    await loading.#open()
    return loading
  }

  private constructor(client: Client, manifest: OrganisationManifest, tables: OrganisationTable[]) {
    this.#client = client
    this.#manifest = manifest
    this.#tables = new Map(tables.map((table) => [table.name, table]))
  }

  #ensureAlike(): void {
    const theirs = this.#manifest.tables.map(({ name, columns }) => ({ name, columns }))
    const ours = [...this.#tables.values()].map(({ name, columns }) => ({
      name,
      columns: columns.map((each) => each.name),
    }))
    if (!isDeepStrictEqual(theirs, [{ name: PEOPLE, columns: PERSON_COLUMNS }, ...ours]))
      throw new BackupRefused(message('archiveHasOtherTables', {}))
  }

  async #open(): Promise<void> {
    const names = [...this.#tables.keys()]
    await this.#client.query(`lock table ${names.map(quoted).join(', ')} in share row exclusive mode`)
    const found = await this.#client.query<Reference>(
      `select c.relname::text as table, k.conname::text as name from pg_constraint k join pg_class c on c.oid = k.conrelid
        where k.contype = 'f' and not k.condeferrable and c.relname = any($1) and k.connamespace = 'public'::regnamespace
          and k.conparentid = 0 order by 1, 2`,
      [names],
    )
    this.#references = found.rows
    for (const { table, name } of this.#references)
      await this.#client.query(
        `alter table ${quoted(table)} alter constraint ${quoted(name)} deferrable initially deferred`,
      )
    for (const name of names) await this.#client.query(`alter table ${quoted(name)} disable trigger user`)
  }

  /** Enters the rows of a part, `tables/<table>/<number>.jsonl`. @throws BackupRefused for rows that are not the organisation's */
  async add(part: string, text: string): Promise<void> {
    const [folder, name = ''] = part.split('/')
    const lines = text.trimEnd().split('\n')
    this.#rows.set(name, (this.#rows.get(name) ?? 0) + lines.length)
    const json = `[${lines.join(',')}]`
    if (folder === 'tables' && name === PEOPLE) {
      // Their columns are looked at one by one.
      this.#people.push(...(JSON.parse(json) as Person[]))
      return
    }
    const table = folder === 'tables' ? this.#tables.get(name) : undefined
    if (!table) throw new BackupRefused(message('archiveHasUnknownPart', { part }))
    await this.#insert(table, json)
  }

  async #insert({ name, tenant, columns }: OrganisationTable, json: string): Promise<void> {
    const list = columns.map((each) => quoted(each.name)).join(', ')
    const whose = await this.#client.query<{ others: boolean }>(
      `select coalesce(bool_or(r.${quoted(tenant)} is distinct from $2::uuid), false) as others
        from json_populate_recordset(null::${quoted(name)}, $1::json) r`,
      [json, this.#manifest.organisation.id],
    )
    if (whose.rows[0]?.others !== false)
      throw new BackupRefused(message('archiveHasRowsOfOther', { table: name }))
    await this.#client.query(
      `insert into ${quoted(name)} (${list}) overriding system value
        select ${list} from json_populate_recordset(null::${quoted(name)}, $1::json)`,
      [json],
    )
  }

  /**
   * Gives people their accounts and files their keys, has numbers go on behind the last one, and puts back what `begin` took away, which looks
   * at every reference.
   *
   * @returns the addresses of people whose account is new
   * @throws BackupRefused where rows are missing
   */
  async finish(keys: Map<string, string>): Promise<string[]> {
    const wrong = this.#manifest.tables.find(({ name, rows }) => (this.#rows.get(name) ?? 0) !== rows)
    if (wrong) throw new BackupRefused(message('archiveLacksRows', { table: wrong.name }))
    const newPeople = await this.#enterPeople()
    await this.#keyFiles(keys)
    await this.#moveSequences()
    await this.#client.query('set constraints all immediate')
    for (const { table, name } of this.#references)
      await this.#client.query(`alter table ${quoted(table)} alter constraint ${quoted(name)} not deferrable`)
    for (const name of this.#tables.keys())
      await this.#client.query(`alter table ${quoted(name)} enable trigger user`)
    return newPeople
  }

  /** Somebody is who has the address here. Nobody else gets anything: an id that is another person's is given anew. */
  async #enterPeople(): Promise<string[]> {
    const made: string[] = []
    for (const person of this.#people) {
      const email = person.email.toLowerCase()
      const { rows } = await this.#client.query<{ id: string }>(
        'select id::text as id from users where email = $1',
        [email],
      )
      if (rows[0]) {
        await this.#callThem(person.id, rows[0].id)
        continue
      }
      const { rows: entered } = await this.#client.query<{ id: string }>(
        `insert into users (id, email, given_name, family_name, created_at)
          values (case when exists (select from users where id = $1::uuid) then gen_random_uuid() else $1::uuid end, $2, $3, $4, $5)
          returning id::text as id`,
        [person.id, email, person.given_name, person.family_name, person.created_at],
      )
      made.push(email)
      await this.#callThem(person.id, entered[0]?.id ?? person.id)
    }
    return made
  }

  async #callThem(theirs: string, ours: string): Promise<void> {
    if (theirs === ours) return
    const { id } = this.#manifest.organisation
    for (const table of ['memberships', 'preferences'])
      await this.#client.query(
        `update ${table} set user_id = $3 where organisation_id = $1 and user_id = $2`,
        [id, theirs, ours],
      )
  }

  async #keyFiles(keys: Map<string, string>): Promise<void> {
    // What the archive says of places in a store is of another one.
    await this.#client.query(
      `update files f set storage_key = coalesce(k.key, 'files/lost/' || f.id::text)
        from files own left join unnest($2::uuid[], $3::text[]) as k (id, key) on k.id = own.id
        where own.organisation_id = $1 and f.organisation_id = $1 and f.id = own.id`,
      [this.#manifest.organisation.id, [...keys.keys()], [...keys.values()]],
    )
    await this.#client.query('delete from unfinished_files where storage_key = any($1)', [[...keys.values()]])
  }

  /** Numbers are drawn for all organisations together. */
  async #moveSequences(): Promise<void> {
    const { id } = this.#manifest.organisation
    for (const { name, tenant, columns } of this.#tables.values()) {
      for (const column of columns) {
        if (column.type !== 'bigint' || (column.generated === 'no' && column.default === null)) continue
        const { rows } = await this.#client.query<{ sequence: string | null; last: string | null }>(
          `select coalesce(pg_get_serial_sequence('public.' || quote_ident($1), $2), substring($3 from 'nextval\\(''([a-z_]+)''')) as sequence,
             (select max(${quoted(column.name)})::text from ${quoted(name)} where ${quoted(tenant)} = $4) as last`,
          [name, column.name, column.default ?? '', id],
        )
        const [found] = rows
        if (!found?.sequence || found.last === null) continue
        await this.#client.query(
          `select setval($1::regclass, $2::bigint) where $2::bigint > coalesce(pg_sequence_last_value($1::regclass), 0)`,
          [found.sequence, found.last],
        )
      }
    }
  }
}
