import { rm } from 'node:fs/promises'
import { readApplied } from '../../db/migrate.ts'
import type { Database } from '../../db/open.ts'
import { inSnapshot, readBatches, type Client } from '../../db/snapshot.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { nameKey } from '../../kernel/names.ts'
import { granaryVersion } from '../../kernel/version.ts'
import { chainAuditOf } from '../audit/chain.ts'
import type { FileStore } from '../files/store.ts'
import { ArchiveWriter } from './archive.ts'
import { fetchFile, PREFIX } from './files.ts'
import type { PartSum, TableContents } from './manifest.ts'
import { readOrganisationFigures } from './organisation-figures.ts'
import {
  ORGANISATION_FORMAT,
  ORGANISATION_FORMAT_VERSION,
  type OrganisationManifest,
} from './organisation-manifest.ts'
import {
  EXTERNAL,
  organisationTables,
  othersQuery,
  rowsQuery,
  type OrganisationTable,
} from './organisation-tables.ts'

interface ExportOptions {
  database: Database
  store: FileStore
  now: Date
  /** Gives it up. */
  signal?: AbortSignal
}

/** The people of an organisation, in a table of the archive: their accounts without anything to sign in with. */
export const PEOPLE = 'users'
/** The columns of a person in an archive. */
export const PERSON_COLUMNS = ['id', 'email', 'given_name', 'family_name', 'created_at']

/**
 * Writes all that an organisation has into one file: its rows as lines of JSON, and its uploaded files. It shows one moment.
 *
 * @throws Refusal `not_found`; BackupRefused where the file cannot be made
 */
export async function exportOrganisation(
  { database, store, now, signal }: ExportOptions,
  organisationId: string,
  target: string,
): Promise<Omit<OrganisationManifest, 'parts'>> {
  if (!isId(organisationId)) throw notFound('organisation', organisationId)
  const id = organisationId.toLowerCase()
  await chainAuditOf(database.db, id)
  const archive = await ArchiveWriter.open(target)
  try {
    const { storedFiles, ...contents } = await inSnapshot(database, (client) =>
      addRows(archive, client, { id, now, signal }),
    )
    const missingFiles = await addFiles(archive, store, { files: storedFiles, signal })
    const manifest = {
      format: ORGANISATION_FORMAT,
      formatVersion: ORGANISATION_FORMAT_VERSION,
      granaryVersion: granaryVersion(),
      takenAt: now.toISOString(),
      ...contents,
      missingFiles,
    } as const
    await archive.finish(manifest)
    return manifest
  } catch (error) {
    await archive.discard()
    throw error
  }
}

async function addRows(
  archive: ArchiveWriter,
  client: Client,
  { id, now, signal }: { id: string; now: Date; signal: AbortSignal | undefined },
) {
  const named = await client.query<{ name: string }>('select name from organisations where id = $1', [id])
  const [organisation] = named.rows
  if (!organisation) throw notFound('organisation', id)
  const { carried, unknown } = await organisationTables(client)
  // A test lets no such version out.
  if (unknown.length > 0)
    throw new Error(`Nobody has said whether ${unknown.join(', ')} belongs into an archive.`)
  const others = await client.query<{ id: string; name: string }>(othersQuery(carried, id))
  const writer = new RowWriter(archive, client)
  const tables = [await writer.add(PEOPLE, PERSON_COLUMNS, peopleQuery(id))]
  for (const table of carried) {
    signal?.throwIfAborted()
    const extra = table.name === 'partners' ? await externalPartners(client, { id, now }, others.rows) : []
    tables.push(await writer.add(table.name, columnNames(table), rowsQuery(table, id), extra))
  }
  return {
    migrations: await readApplied(client),
    organisation: { id, name: organisation.name },
    tables,
    figures: await readOrganisationFigures(client, id),
    externalNames: others.rows.map(({ id: of, name }) => ({ id: EXTERNAL + of, name })),
    storedFiles: await readFilesOf(client, id),
  }
}

const columnNames = ({ columns }: OrganisationTable) => columns.map(({ name }) => name)

function peopleQuery(organisationId: string): string {
  return `select row_to_json(r)::text as row from (
    select ${PERSON_COLUMNS.join(', ')} from users u
    where exists (select from memberships m where m.user_id = u.id and m.organisation_id = '${organisationId}'::uuid)) r`
}

/** Partners in place of other organisations, but for those who are partners under that id already. */
async function externalPartners(
  client: Client,
  { id, now }: { id: string; now: Date },
  others: { id: string; name: string }[],
): Promise<string[]> {
  const known = await client.query<{ id: string }>(
    'select id from partners where organisation_id = $1 and id = any($2)',
    [id, others.map((each) => EXTERNAL + each.id)],
  )
  const have = new Set(known.rows.map((each) => each.id))
  return others
    .filter((each) => !have.has(EXTERNAL + each.id))
    .map((each) =>
      JSON.stringify({
        organisation_id: id,
        id: EXTERNAL + each.id,
        name: each.name,
        name_key: nameKey(each.name),
        is_named: true,
        merged_into: null,
        created_at: now,
        updated_at: now,
        brings_owned: null,
        tax_number: '',
        ngr_number: '',
        vehicles: [],
        assurances: [],
        declarations: [],
        first_expiry: null,
      }),
    )
}

/** Writes rows into parts of about a megabyte: `tables/movements/000012.jsonl`, a row a line. */
class RowWriter {
  readonly #archive: ArchiveWriter
  readonly #client: Client
  #parts = 0

  constructor(archive: ArchiveWriter, client: Client) {
    this.#archive = archive
    this.#client = client
  }

  async add(name: string, columns: string[], query: string, extra: string[] = []): Promise<TableContents> {
    let rows = await this.#write(name, extra)
    for await (const batch of readBatches(this.#client, query)) rows += await this.#write(name, batch)
    return { name, columns, rows }
  }

  async #write(name: string, rows: string[]): Promise<number> {
    if (rows.length === 0) return 0
    const part = `tables/${name}/${String(++this.#parts).padStart(6, '0')}.jsonl`
    await this.#archive.add(part, Buffer.from(`${rows.join('\n')}\n`))
    return rows.length
  }
}

interface StoredFile extends PartSum {
  id: string
}

async function readFilesOf(client: Client, organisationId: string): Promise<StoredFile[]> {
  const { rows } = await client.query<StoredFile>(
    `select id::text as id, storage_key as name, size_bytes as "sizeBytes", encode(sha256, 'hex') as sha256 from files
      where organisation_id = $1 order by id`,
    [organisationId],
  )
  return rows
}

async function addFiles(
  archive: ArchiveWriter,
  store: FileStore,
  { files, signal }: { files: StoredFile[]; signal: AbortSignal | undefined },
): Promise<string[]> {
  const missing: string[] = []
  try {
    for (const { id, ...file } of files) {
      signal?.throwIfAborted()
      const isThere = await fetchFile(store, file, archive.spool)
      if (isThere) await archive.addFile({ ...file, name: PREFIX + id }, archive.spool)
      else missing.push(id)
    }
  } finally {
    await rm(archive.spool, { force: true })
  }
  return missing
}
