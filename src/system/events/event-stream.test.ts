import { expect, test } from 'vitest'
import { StreamShares } from './event-stream.ts'

test('four organisations that took all places do not shut out a fifth', () => {
  const shares = new StreamShares(1000)
  const streams = [1, 2, 3, 4].map((each) =>
    Array.from({ length: 250 }, () => shares.begin(`organisation ${each}`)),
  )
  const fifth = Array.from({ length: 200 }, () => shares.begin('organisation 5'))
  const left = streams.map((own) => own.filter(({ signal }) => !signal.aborted).length)
  expect(left).toEqual([200, 200, 200, 200])
  expect(fifth.every(({ signal }) => !signal.aborted)).toBe(true)
  // In equal shares nobody takes from anybody.
  expect(() => shares.begin('organisation 5')).toThrow('too many listeners')
  expect(() => shares.begin('organisation 1')).toThrow('too many listeners')
})

test('what has ended leaves its place', () => {
  const shares = new StreamShares(2)
  const [first] = [shares.begin('one'), shares.begin('one')]
  expect(() => shares.begin('one')).toThrow('too many listeners')
  shares.end('one', first)
  expect(shares.begin('one').signal.aborted).toBe(false)
})
