import { expect, test } from 'vitest'
import { advanceTransactions } from '../src/cli/backup/restore-backup.ts'
import { readNextTransaction } from '../src/cli/backup/tables.ts'
import { onConnection } from '../src/db/snapshot.ts'
import { openTestDatabase } from './database.ts'

test('events of a long-lived database go on a tenth beyond where the backup was', async () => {
  const database = await openTestDatabase()
  try {
    await onConnection(database, async (client) => {
      const reached = (await readNextTransaction(client)) + 250_000n
      expect(await advanceTransactions(client, String(reached))).toBe(true)
      expect(await readNextTransaction(client)).toBeGreaterThanOrEqual(reached + reached / 10n)
    })
  } finally {
    await database.close()
  }
})
