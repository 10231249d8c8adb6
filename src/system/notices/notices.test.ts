import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { quietLog } from '../../../test/quiet-log.ts'
import { NoticeReader, notifyProcesses } from './notices.ts'

const database = await openTestDatabase()
afterAll(() => database.close())
afterEach(() => void vi.useRealTimers())

const FIVE_MINUTES = 5 * 60_000

test('a process whose machine has slept catches up, and tries again where it cannot', async () => {
  const missed = vi.fn(async () => undefined)
  const reader = new NoticeReader(database.db, quietLog)
  reader.on('logging', { hear: async () => undefined, missed })
  await reader.read()
  expect(missed).not.toHaveBeenCalled()

  // Only the clock on the wall has gone on.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + FIVE_MINUTES })
  missed.mockRejectedValueOnce(new Error('the database is away again'))
  await reader.read()
  await reader.read()
  expect(missed).toHaveBeenCalledTimes(2)
  await reader.read()
  expect(missed).toHaveBeenCalledTimes(2)
})

test('what cannot be followed yet holds up nothing that comes after it', async () => {
  const reader = new NoticeReader(database.db, quietLog)
  const redisAnswers = Promise.withResolvers<void>()
  const heard = vi.fn(async () => undefined)
  const missed = async () => undefined
  reader.on('cache', { hear: () => redisAnswers.promise, missed })
  reader.on('logging', { hear: heard, missed })
  await notifyProcesses(database.db, 'cache', {})
  await notifyProcesses(database.db, 'logging', {})
  const reading = reader.read()
  await expect.poll(() => heard.mock.calls.length).toBe(1)
  redisAnswers.resolve()
  await reading
  await reader.read()
  expect(heard).toHaveBeenCalledTimes(1)
})
