import { setImmediate as endOfTurn } from 'node:timers/promises'
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

test('who asks in the same turn shares a run, and nobody one that has begun', async () => {
  const shared = new SharedWork<number>()
  const { work, ends } = makeWork()
  const first = [shared.run('a', work), shared.run('a', work)]
  expect(ends).toHaveLength(0)
  await endOfTurn()
  expect(ends).toHaveLength(1)
  const later = shared.run('a', work)
  await endOfTurn()
  expect(ends).toHaveLength(2)
  ends[1]?.resolve(2)
  expect(await later).toBe(2)
  ends[0]?.resolve(1)
  expect(await Promise.all(first)).toEqual([1, 1])
})

test('a run that fails, fails for those who shared it and for nobody else', async () => {
  const shared = new SharedWork<number>()
  const { work, ends } = makeWork()
  const first = [shared.run('a', work), shared.run('a', work)]
  await endOfTurn()
  ends[0]?.reject(new Error('lost'))
  for (const each of first) await expect(each).rejects.toThrow('lost')
  const second = shared.run('a', work)
  await endOfTurn()
  ends[1]?.resolve(2)
  expect(await second).toBe(2)
})

test('other names are other work', async () => {
  const shared = new SharedWork<number>()
  const { work, ends } = makeWork()
  const both = [shared.run('a', work), shared.run('b', work)]
  await endOfTurn()
  expect(ends).toHaveLength(2)
  for (const [index, { resolve }] of ends.entries()) resolve(index + 1)
  expect(await Promise.all(both)).toEqual([1, 2])
})
