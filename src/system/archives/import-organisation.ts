import { isDeepStrictEqual } from 'node:util'
import { migrate, readApplied } from '../../db/migrate.ts'
import type { Database } from '../../db/open.ts'
import { inSnapshot, kyselyOf, onConnection, unlimited, type Client } from '../../db/snapshot.ts'
import { isId, newId } from '../../kernel/ids.ts'
import { granaryVersion } from '../../kernel/version.ts'
import { verifyChain } from '../audit/verify-chain.ts'
import type { Files } from '../files/store.ts'
import { bytesOf, checkArchive, MANIFEST_NAME, readParts } from './archive.ts'
import { plainFile, type BackupFile } from './encryption.ts'
import { isFilePart, PREFIX, putFile } from './files.ts'
import { BackupRefused, type PartSum } from './manifest.ts'
import { readOrganisationFigures, type OrganisationFigures } from './organisation-figures.ts'
import { OrganisationLoading } from './organisation-loading.ts'
import { parseOrganisationManifest, type OrganisationManifest } from './organisation-manifest.ts'
import { message } from '../../words/catalogue.ts'

interface ImportOptions {
  database: Database
  files: Pick<Files, 'store' | 'incoming'>
  now: Date
}

/** Result of an import: the organisation, and its figures, which are those of the archive. */
export interface Imported {
  organisation: OrganisationManifest['organisation']
  figures: OrganisationFigures
  /** People who have no account that signs in here yet. */
  newPeople: string[]
  missingFiles: string[]
}

/**
 * Brings an organisation in from its archive, beside others. The whole file is checked first, and the rows come in whole or not at all. It
 * keeps its ids; one that is here already is refused. Its people are found by their e-mail addresses.
 *
 * @throws BackupRefused, in one sentence, for what is damaged, changed, of another version, or here already
 */
export async function importOrganisation(options: ImportOptions, name: string): Promise<Imported> {
  const { database, files, now } = options
  const file = plainFile(name)
  const manifest = await checkArchive(file, parseOrganisationManifest)
  await migrate(database)
  await inSnapshot(database, (client) => ensureWelcome(client, manifest))
  const keys = new Map<string, string>()
  try {
    for await (const { id, sum, bytes } of filesIn(file, manifest)) {
      const key = `files/${id.slice(-2)}/${newId()}`
      // A sweep takes away what an import that was cut off has left.
      await database.db.insertInto('unfinished_files').values({ storage_key: key, created_at: now }).execute()
      keys.set(id, key)
      await putFile(files, sum, bytes, key)
    }
    const loaded = await onConnection(database, (client) =>
      unlimited(client, () => load(client, { file, manifest, keys })),
    )
    return { organisation: manifest.organisation, missingFiles: manifest.missingFiles, ...loaded }
  } catch (error) {
    for (const key of keys.values()) await files.store.remove(key)
    await database.db
      .deleteFrom('unfinished_files')
      .where('storage_key', 'in', ['', ...keys.values()])
      .execute()
    throw error
  }
}

/** Refuses what was made with other tables, and who is here already. */
async function ensureWelcome(client: Client, manifest: OrganisationManifest): Promise<void> {
  const ours = await readApplied(client)
  const short = (of: typeof ours) => of.map(({ name, checksum }) => `${name} ${checksum}`)
  if (!isDeepStrictEqual(short(ours), short(manifest.migrations)))
    throw new BackupRefused(
      message('archiveIsOfOtherTables', { theirs: manifest.granaryVersion, ours: granaryVersion() }),
    )
  const { id, name } = manifest.organisation
  const { rowCount } = await client.query('select from organisations where id = $1', [id])
  if (rowCount !== 0) throw new BackupRefused(message('organisationIsHere', { name, id }))
}

async function* filesIn(file: BackupFile, { parts }: OrganisationManifest) {
  const sums = new Map(parts.map((each) => [each.name, each]))
  for await (const { name, bytes } of readParts(file)) {
    const sum = sums.get(name)
    if (!sum || !isFilePart(sum)) {
      for await (const _bytes of bytes);
      continue
    }
    const id = name.slice(PREFIX.length)
    if (!isId(id)) throw new BackupRefused(message('isNoFileOfArchive', { name: id }))
    yield { id, sum: sum satisfies PartSum, bytes }
  }
}

async function load(
  client: Client,
  { file, manifest, keys }: { file: BackupFile; manifest: OrganisationManifest; keys: Map<string, string> },
): Promise<Pick<Imported, 'figures' | 'newPeople'>> {
  const loading = await OrganisationLoading.begin(client, manifest)
  for await (const { name, bytes } of readParts(file)) {
    if (name === MANIFEST_NAME) break
    if (isFilePart({ name })) for await (const _bytes of bytes);
    else await loading.add(name, (await bytesOf(bytes)).toString())
  }
  const newPeople = await loading.finish(keys)
  const { id } = manifest.organisation
  // One that was deleted here, and is back.
  await client.query('delete from deleted_organisations where id = $1', [id])
  const figures = await readOrganisationFigures(client, id)
  if (!isDeepStrictEqual(figures, manifest.figures))
    throw new BackupRefused(message('archiveFiguresDiffer', {}))
  const { fault } = await verifyChain(kyselyOf(client), id)
  if (fault) throw new BackupRefused(message('archiveLogIsBroken', { sequence: fault.sequence }))
  return { figures, newPeople }
}
