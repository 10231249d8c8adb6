import { migrate, readApplied } from '../../db/migrate.ts'
import type { Database } from '../../db/open.ts'
import { inSnapshot, type Client } from '../../db/snapshot.ts'
import { ledgerHash } from '../../inventory/ledger/ledger.ts'
import type { FileStore } from '../../system/files/store.ts'
import { headText } from '../../system/audit/chain-hash.ts'
import { message } from '../../words/catalogue.ts'
import { granaryVersion } from '../../kernel/version.ts'
import type { Lock } from '../../system/archives/encryption.ts'
import { addFiles, readStoredFiles } from '../../system/archives/files.ts'
import { BackupRefused, FORMAT, FORMAT_VERSION, type Manifest } from '../../system/archives/manifest.ts'
import { readSequences, readTables } from './tables.ts'
import { ArchiveWriter } from '../../system/archives/archive.ts'

interface BackupOptions {
  database: Database
  /** The store of uploaded files; undefined leaves them out. */
  store: FileStore | undefined
  now: Date
  /** Encrypts it; an open file without. */
  lock?: Lock | undefined
}

/**
 * Writes one file with all that a database holds at one moment, and the uploaded files that it knows then.
 *
 * @throws BackupRefused where there is nothing to back up, or the file cannot be made; MigrationRefused for a database of a later version
 */
export async function writeBackup(
  { database, store, now, lock }: BackupOptions,
  target: string,
): Promise<Omit<Manifest, 'parts'>> {
  await migrate(database, { dryRun: true })
  const archive = await ArchiveWriter.open(target, lock)
  try {
    const { storedFiles, ...contents } = await inSnapshot(database, (client) => addTables(archive, client))
    const missingFiles = store ? await addFiles(archive, store, storedFiles) : []
    const manifest = {
      format: FORMAT,
      formatVersion: FORMAT_VERSION,
      granaryVersion: granaryVersion(),
      engine: database.engine,
      takenAt: now.toISOString(),
      ...contents,
      hasFiles: store !== undefined,
      missingFiles,
    } as const
    await archive.finish(manifest)
    return manifest
  } catch (error) {
    await archive.discard()
    throw error
  }
}

async function addTables(archive: ArchiveWriter, client: Client) {
  const migrations = await readApplied(client)
  if (migrations.length === 0) throw new BackupRefused(message('nothingToBackUp', {}))
  let number = 0
  const tables = await readTables(client, async (table, rows) => {
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    await archive.add(rowsPart(table, ++number), Buffer.from(lines))
  })
  return {
    migrations,
    tables,
    // After the rows: whoever draws a number while they are read is past it.
    sequences: await readSequences(client),
    ledgerHash: await ledgerHash(client),
    auditHeads: await readAuditHeads(client),
    storedFiles: await readStoredFiles(client),
  }
}

async function readAuditHeads(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ id: string; sequence: number; hash: Buffer }>(
    `select organisation_id::text as id, last_sequence as sequence, last_hash as hash from audit_chains order by 1`,
  )
  return Object.fromEntries(rows.map(({ id, ...place }) => [id, headText(place)]))
}

/** A part with rows: `tables/movements/000012.jsonl`, a row a line. */
function rowsPart(table: string, number: number): string {
  return `tables/${table}/${String(number).padStart(6, '0')}.jsonl`
}
