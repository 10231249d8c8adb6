import { setImmediate as endOfTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AtMost } from './at-most.ts'

test('two pieces of work are done at once, the others in turn, also after one that failed', async () => {
  const atMost = new AtMost(2)
  const begun: number[] = []
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<number>())
  const done = ends.map(({ promise }, place) =>
    atMost.run(() => {
      begun.push(place)
      return promise
    }),
  )
  expect({ begun: [...begun], waiting: atMost.waiting }).toEqual({ begun: [0, 1], waiting: 3 })
  ends[1]?.reject(new Error('lost'))
  await expect(done[1]).rejects.toThrow('lost')
  await endOfTurn()
  expect({ begun: [...begun], waiting: atMost.waiting }).toEqual({ begun: [0, 1, 2], waiting: 2 })
  for (const place of [0, 2, 3, 4]) ends[place]?.resolve(place)
  expect(await Promise.all([done[0], done[2], done[3], done[4]])).toEqual([0, 2, 3, 4])
  expect({ begun, waiting: atMost.waiting }).toEqual({ begun: [0, 1, 2, 3, 4], waiting: 0 })
  expect(await atMost.run(async () => 'there is room again')).toBe('there is room again')
})
