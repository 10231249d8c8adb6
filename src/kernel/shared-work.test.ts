import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { SharedWork } from './shared-work.ts'

/** Work that ends when it is told to, and says which run it was. */
function makeWork() {
  const ends: { resolve: (run: number) => void; reject: (error: Error) => void }[] = []
  const work = () => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    ends.push({ resolve, reject })
    return promise
  }
  return { work, ends }
}

test('who comes while it is under way shares the next run, and nobody an earlier one', async () => {
  const shared = new SharedWork<number>()
  const { work, ends } = makeWork()
  const first = shared.run('a', work)
  const later = [shared.run('a', work), shared.run('a', work)]
  expect(ends).toHaveLength(1)
  ends[0]?.resolve(1)
  expect(await first).toBe(1)
  await turn()
  expect(ends).toHaveLength(2)
  const last = shared.run('a', work)
  ends[1]?.resolve(2)
  expect(await Promise.all(later)).toEqual([2, 2])
  await turn()
  ends[2]?.resolve(3)
  expect(await last).toBe(3)
})

test('a run that fails fails for those who shared it, and the next is begun all the same', async () => {
  const shared = new SharedWork<number>()
  const { work, ends } = makeWork()
  const first = shared.run('a', work)
  const second = shared.run('a', work)
  ends[0]?.reject(new Error('lost'))
  await expect(first).rejects.toThrow('lost')
  await turn()
  ends[1]?.resolve(2)
  expect(await second).toBe(2)
})

test('other names are other work, and one that has ended is begun anew', async () => {
  const shared = new SharedWork<number>()
  const { work, ends } = makeWork()
  const both = [shared.run('a', work), shared.run('b', work)]
  expect(ends).toHaveLength(2)
  for (const [index, { resolve }] of ends.entries()) resolve(index + 1)
  expect(await Promise.all(both)).toEqual([1, 2])
  await turn()
  const again = shared.run('a', work)
  expect(ends).toHaveLength(3)
  ends[2]?.resolve(3)
  expect(await again).toBe(3)
})
