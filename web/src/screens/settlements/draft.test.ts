import { expect, test } from 'vitest'
import { blankSettlement, blankLine, isSettlementComplete, statementOf } from './draft.ts'

const day = '2026-08-14'
const typed = {
  ...blankSettlement(day),
  buyer: ' Valley Mill ',
  how: 'type' as const,
  lines: [{ ...blankLine(day), reference: '17', weight: '28,120' }, blankLine(day)],
}

test('typed lines are sent as kilograms, without those that nobody began', () => {
  expect(isSettlementComplete(typed, 'en')).toBe(true)
  expect(statementOf(typed, 'en', new Map([['Valley Mill', 'mill-7']]))).toEqual({
    buyer: { id: 'mill-7', name: 'Valley Mill' },
    lines: [{ reference: '17', dateISO: day, vehicle: '', weight: 28_120 }],
  })
})

test('a line without a weight, no buyer or no table is not complete', () => {
  expect(isSettlementComplete({ ...typed, lines: [{ ...blankLine(day), reference: '17' }] }, 'en')).toBe(
    false,
  )
  expect(isSettlementComplete({ ...typed, buyer: ' ' }, 'en')).toBe(false)
  expect(isSettlementComplete({ ...blankSettlement(day), buyer: 'Mill' }, 'en')).toBe(false)
  expect(isSettlementComplete({ ...blankSettlement(day), buyer: 'Mill', table: 'Ticket;Date' }, 'en')).toBe(
    true,
  )
})
