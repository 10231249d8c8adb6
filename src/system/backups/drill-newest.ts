import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { message } from '../../words/catalogue.ts'
import { BackupRefused } from '../archives/manifest.ts'
import type { BackupPlace } from './backup-place.ts'
import { newestBackups } from './retention-rules.ts'

const SCRATCH = 'drill-'
const DAY_MS = 86_400_000

/** Facts about a backup that was restored into a scratch database and found to be whole. */
export interface Drilled {
  /** When the backup was begun, as ISO 8601 in UTC. */
  takenAt: string
  rows: number
  ledgerHash: string
  isEncrypted: boolean
}

/** Restores a backup into a database in a folder, compares it, and closes the database again. */
type RestoreInto = (file: string, scratch: string) => Promise<Drilled>

/**
 * Restores the newest backup of a place into a scratch folder below `directory`, and leaves nothing of it.
 *
 * @throws BackupRefused where there is none, or it is not whole
 */
export async function drillNewest(
  place: BackupPlace,
  directory: string,
  restore: RestoreInto,
): Promise<Drilled & { file: string }> {
  const lying = await place.list()
  const [newest] = newestBackups(lying.map(({ name }) => name))
  const found = lying.find(({ name }) => name === newest)
  if (!found) throw new BackupRefused(message('noBackupToDrill', { where: place.where }))
  return inScratch(directory, async (scratch) => {
    const drilled = await restore(await place.fetch(found, scratch), scratch)
    return { ...drilled, file: found.name }
  })
}

/** Runs work with a folder of its own, which is gone afterwards. One that a killed process has left goes a day later. */
export async function inScratch<T>(directory: string, work: (scratch: string) => Promise<T>): Promise<T> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  for (const name of await readdir(directory)) {
    const left = path.join(directory, name)
    if (name.startsWith(SCRATCH) && Date.now() - (await stat(left)).mtimeMs > DAY_MS)
      await rm(left, { recursive: true, force: true })
  }
  const scratch = await mkdtemp(path.join(directory, SCRATCH))
  try {
    return await work(scratch)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
