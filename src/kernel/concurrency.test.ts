import { setImmediate as endOfTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { FairTurns, NoTurn, AtMost, BatchedLookup, inTurns, SharedWork } from './concurrency.ts'

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

test('whoever no longer wants a turn leaves the line, and the next has it', async () => {
  const turns = new FairTurns({ inAll: 1, ofOne: () => 1 })
  const end = await turns.take('a')
  const leaving = new AbortController()
  const waits = turns.take('a', leaving.signal)
  const next = turns.take('a')
  leaving.abort(new Error('has left'))
  await expect(waits).rejects.toThrow('has left')
  end()
  ;(await next)()
  await expect(turns.take('a', leaving.signal)).rejects.toThrow('has left')
})

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

/** Keeps the questions of each look-up until the test answers them. */
function makeLookup() {
  const turns: (PromiseWithResolvers<ReadonlyMap<string, number>> & { names: string[] })[] = []
  const asked = new BatchedLookup<number, number>((questions) => {
    const turn = Promise.withResolvers<ReadonlyMap<string, number>>()
    turns.push({ ...turn, names: [...questions.keys()] })
    return turn.promise
  })
  return { asked, turns }
}

test('what is asked in the same turn is answered together, and never by a look-up that has begun', async () => {
  const { asked, turns } = makeLookup()
  const first = [asked.ask('a', 1), asked.ask('b', 2), asked.ask('a', 1)]
  expect(turns).toHaveLength(0)
  await endOfTurn()
  expect(turns.map(({ names }) => names)).toEqual([['a', 'b']])
  const later = asked.ask('a', 1)
  await endOfTurn()
  expect(turns).toHaveLength(2)
  turns[1]?.resolve(new Map([['a', 20]]))
  expect(await later).toBe(20)
  turns[0]?.resolve(new Map([['a', 10]]))
  expect(await Promise.all(first)).toEqual([10, undefined, 10])
})

test('a look-up that fails, fails for those who asked in its turn and for nobody else', async () => {
  const { asked, turns } = makeLookup()
  const first = [asked.ask('a', 1), asked.ask('b', 2)]
  await endOfTurn()
  turns[0]?.reject(new Error('lost'))
  for (const each of first) await expect(each).rejects.toThrow('lost')
  const second = asked.ask('a', 1)
  await endOfTurn()
  turns[1]?.resolve(new Map([['a', 2]]))
  expect(await second).toBe(2)
})

function* counting(milliseconds: number): Generator<void, number> {
  const until = performance.now() + milliseconds
  let steps = 0
  while (performance.now() < until) {
    steps += 1
    yield
  }
  return steps
}

test('long work is done to its end, and others have their turns meanwhile', async () => {
  let turns = 0
  const others = setInterval(() => (turns += 1), 1)
  expect(await inTurns(counting(200))).toBeGreaterThan(0)
  clearInterval(others)
  expect(turns).toBeGreaterThan(1)
})

test('work that fails fails whoever waits for it', async () => {
  const failing = function* (): Generator<void, number> {
    yield
    throw new Error('no more')
  }
  await expect(inTurns(failing())).rejects.toThrow('no more')
})

test('who comes while work is under way shares the next with all others who wait, also after one that failed', async () => {
  const shared = new SharedWork<number>()
  const ends: ((error?: Error) => void)[] = []
  const work = () =>
    new Promise<number>((resolve, reject) => {
      const count = ends.length + 1
      ends.push((error) => (error ? reject(error) : resolve(count)))
    })
  const first = shared.share('a', work)
  const waiting = [shared.share('a', work), shared.share('a', work)]
  const other = shared.share('b', work)
  expect(ends).toHaveLength(2)
  ends[1]?.()
  expect(await other).toBe(2)
  ends[0]?.(new Error('lost'))
  await expect(first).rejects.toThrow('lost')
  await endOfTurn()
  expect(ends).toHaveLength(3)
  ends[2]?.()
  expect(await Promise.all(waiting)).toEqual([3, 3])
  const last = shared.share('a', work)
  ends[3]?.()
  expect(await last).toBe(4)
})
