import { mkdtemp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { EmbeddedDatabase } from './embedded.ts'
import type { Tables } from './tables.ts'

/** A database in which something long is tried and taken back. */
export interface Trial {
  db: Kysely<Tables>
  close: () => Promise<void>
}

const BEGINNING = 'trial-'

interface Original {
  pool: pg.Pool
  embedded: EmbeddedDatabase
  dataDir: string
  /** Opens a copy, in a data directory of its own. */
  open: (dataDir: string) => Promise<Trial>
}

/**
 * Copies the embedded database as it is now, to try something in the copy: it has one connection, and whoever tried for minutes would keep
 * everybody else waiting for as long. Others wait while its files are copied.
 */
export async function copyForTrial({ pool, embedded, dataDir, open }: Original): Promise<Trial> {
  const copy = await mkdtemp(path.join(dataDir, BEGINNING))
  const remove = () => rm(copy, { recursive: true, force: true })
  try {
    // Between transactions, with as little log as there can be.
    const connection = await pool.connect()
    try {
      await connection.query('checkpoint')
      await embedded.copyTo(path.join(copy, 'database'))
    } finally {
      connection.release()
    }
    const { db, close } = await open(copy)
    return {
      db,
      async close() {
        await close()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Removes the copies that a process has left behind. Nobody else may have the directory. */
export async function removeTrials(dataDir: string): Promise<void> {
  const left = (await readdir(dataDir)).filter((name) => name.startsWith(BEGINNING))
  for (const name of left) await rm(path.join(dataDir, name), { recursive: true, force: true })
}
