import { expect, test } from 'vitest'
import { FairTurns, NoTurn } from './fair-turns.ts'

/** Has everybody ask at once, and says in which order they had their turns. */
async function orderOf(turns: FairTurns, asked: string): Promise<string> {
  let order = ''
  await Promise.all(
    [...asked].map(async (who) => {
      const end = await turns.take(who)
      order += who
      await new Promise(setImmediate)
      end()
    }),
  )
  return order
}

test.each([
  ['aaaab', 'abaaa'],
  ['aaabbc', 'abcaba'],
  ['abab', 'abab'],
  ['aaaaaabcd', 'abcdaaaaa'],
])('of one turn at a time, %s are served as %s', async (asked, served) => {
  const order = await orderOf(new FairTurns({ inAll: 1, ofOne: () => 1 }), asked)
  expect(order).toHaveLength(asked.length)
  expect(order.indexOf(asked.at(-1) ?? '')).toBeLessThanOrEqual(new Set(asked).size)
  expect([...order].sort().join('')).toBe([...served].sort().join(''))
})

test('one has no more than its share, and others go past its line', async () => {
  const turns = new FairTurns({ inAll: 4, ofOne: () => 2 })
  const ends = await Promise.all([turns.take('a'), turns.take('a')])
  let hasThird = false
  const third = turns.take('a').then((end) => {
    hasThird = true
    return end
  })
  const other = await turns.take('b')
  await new Promise(setImmediate)
  expect(hasThird).toBe(false)
  ends[0]()
  const end = await third
  for (const each of [other, end, ends[1]]) each()
  expect(await orderOf(turns, 'ab')).toBe('ab')
})

test('a line has an end, and nobody waits for ever', async () => {
  const turns = new FairTurns({ inAll: 1, ofOne: () => 1, waiting: 1, milliseconds: 20 })
  const end = await turns.take('a')
  const waits = turns.take('a')
  await expect(turns.take('a')).rejects.toThrow(NoTurn)
  await expect(waits).rejects.toThrow('timeout exceeded')
  end()
  ;(await turns.take('a'))()
})
