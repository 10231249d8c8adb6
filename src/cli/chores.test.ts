import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startHousekeeping } from './chores.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('chores are done as often as they say, one at a time', async () => {
  const done: string[] = []
  let atWork = 0
  const chore = (name: string, everyMs: number) => ({
    name,
    everyMs,
    async run() {
      atWork += 1
      expect(atWork).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 5))
      atWork -= 1
      done.push(name)
    },
  })
  const stop = startHousekeeping([chore('often', 100), chore('seldom', 300)], {
    log: { warn: () => undefined },
  })
  await vi.advanceTimersByTimeAsync(650)
  expect(done.toSorted()).toEqual(['often', 'often', 'often', 'often', 'often', 'often', 'seldom', 'seldom'])
  await stop()
  await vi.advanceTimersByTimeAsync(1000)
  expect(done).toHaveLength(8)
})

test('what is done seldom is done soon after the start, too: many a program is stopped before an hour is over', async () => {
  const hourly = vi.fn(async () => undefined)
  const stop = startHousekeeping([{ name: 'hourly', everyMs: 3_600_000, run: hourly }], {
    log: { warn: () => undefined },
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(hourly).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(hourly).toHaveBeenCalledTimes(2)
  await stop()
})

test('one that fails is logged and done again; the others go on', async () => {
  const warn = vi.fn()
  const other = vi.fn(async () => undefined)
  const broken = vi.fn(async () => Promise.reject(new Error('broken')))
  const stop = startHousekeeping(
    [
      { name: 'broken', everyMs: 100, run: broken },
      { name: 'other', everyMs: 100, run: other },
    ],
    { log: { warn } },
  )
  await vi.advanceTimersByTimeAsync(250)
  expect([broken.mock.calls.length, other.mock.calls.length]).toEqual([2, 2])
  expect(warn).toHaveBeenCalledTimes(2)
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ chore: 'broken' }), 'a chore failed')
  await stop()
})

test('one that is slow is not lined up again while it is being done; stopping waits for it', async () => {
  let finish = () => undefined as void
  const slow = vi.fn(() => new Promise<void>((resolve) => void (finish = resolve)))
  const stop = startHousekeeping([{ name: 'slow', everyMs: 100, run: slow }], {
    log: { warn: () => undefined },
  })
  await vi.advanceTimersByTimeAsync(1000)
  expect(slow).toHaveBeenCalledTimes(1)
  let hasStopped = false
  const stopping = stop().then(() => (hasStopped = true))
  await vi.advanceTimersByTimeAsync(1000)
  expect(hasStopped).toBe(false)
  finish()
  await stopping
  expect(slow).toHaveBeenCalledTimes(1)
})
