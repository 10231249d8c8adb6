import type { Database } from '../db/open.ts'

/** Enters a believable farm and store, so that somebody new has something to look at. */
export async function fillDemo(_database: Database, _organisationId: string, _now: Date): Promise<void> {
  throw new Error('not here yet')
}
