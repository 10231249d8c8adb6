import { describe, expect, it } from 'vitest'
import { contribution, type EntrySides } from './totals-rules.ts'

describe('totals', () => {
  const entry = (from: string, to: string, extra: Partial<EntrySides> = {}): EntrySides => ({
    sourceRecordId: from.length === 1 ? from : null,
    sourceOutside: from.length === 1 ? null : from,
    destinationRecordId: to.length === 1 ? to : null,
    destinationOutside: to.length === 1 ? null : to,
    grams: 10,
    sold: false,
    plantingId: null,
    isReversal: false,
    ...extra,
  })
  const none = { balanceGrams: 0, receivedGrams: 0, harvestedGrams: 0, lossGrams: 0, soldGrams: 0 }
  const rows: [what: string, entry: EntrySides, of: string, totals: Partial<typeof none>][] = [
    ['an intake', entry('sender:x', 'a'), 'a', { balanceGrams: 10, receivedGrams: 10 }],
    [
      'an intake taken back',
      entry('a', 'sender:x', { isReversal: true }),
      'a',
      { balanceGrams: -10, receivedGrams: -10 },
    ],
    ['what moves in', entry('b', 'a'), 'a', { balanceGrams: 10, receivedGrams: 10 }],
    ['what moves out', entry('a', 'b'), 'a', { balanceGrams: -10 }],
    [
      'a move taken back, where it had come from',
      entry('b', 'a', { isReversal: true }),
      'a',
      { balanceGrams: 10 },
    ],
    [
      'a move taken back, where it had gone',
      entry('a', 'b', { isReversal: true }),
      'a',
      { balanceGrams: -10, receivedGrams: -10 },
    ],
    [
      'harvest into a bay',
      entry('harvest', 'a', { plantingId: 'p' }),
      'a',
      { balanceGrams: 10, receivedGrams: 10, harvestedGrams: 10 },
    ],
    ['harvest off a planting', entry('harvest', 'a', { plantingId: 'p' }), 'p', { harvestedGrams: 10 }],
    ['a loss', entry('a', 'loss:2'), 'a', { balanceGrams: -10, lossGrams: 10 }],
    ['a gain', entry('gain:1', 'a'), 'a', { balanceGrams: 10, lossGrams: -10 }],
    ['a loss handed back', entry('loss:2', 'a'), 'a', { balanceGrams: 10, lossGrams: -10 }],
    ['sold', entry('a', 'receiver:x', { sold: true }), 'a', { balanceGrams: -10, soldGrams: 10 }],
    [
      'sold, and taken back',
      entry('receiver:x', 'a', { sold: true, isReversal: true }),
      'a',
      { balanceGrams: 10, soldGrams: -10 },
    ],
    ['outbound, unsold', entry('a', 'receiver:x'), 'a', { balanceGrams: -10 }],
    [
      'sold off the field',
      entry('harvest', 'receiver:x', { plantingId: 'p', sold: true }),
      'p',
      { harvestedGrams: 10, soldGrams: 10 },
    ],
  ]
  it.each(rows)('%s', (_what, given, of, totals) => {
    expect(contribution(given, of)).toEqual({ ...none, ...totals })
  })
})
