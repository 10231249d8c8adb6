import { expect, test } from 'vitest'
import { inTurns } from './in-turns.ts'

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
