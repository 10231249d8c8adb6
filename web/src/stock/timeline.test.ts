import { expect, test } from 'vitest'
import { beganAt } from './timeline.ts'

const load = (at: string) => ({ kind: 'in' as const, at, change: 20_000 })

test('a record into which an earlier load was entered later began with that load, and is not dated after it', () => {
  const began = { kind: 'began' as const, at: '2026-11-12', change: undefined }
  const entries = [began, load('2026-11-01'), load('2026-11-12')]
  expect(entries.map((each) => beganAt(each, entries))).toEqual(['2026-11-01', '2026-11-01', '2026-11-12'])
})

test('one that began with a weight began when that lay there', () => {
  const began = { kind: 'began' as const, at: '2026-11-12', change: 300_000 }
  expect(beganAt(began, [load('2026-11-01'), began])).toBe('2026-11-12')
})
