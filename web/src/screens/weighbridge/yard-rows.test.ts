import { expect, test } from 'vitest'
import type { Ticket } from '../../offline/tickets.ts'
import { shownOf, waitOf } from './yard-rows.ts'

const now = Date.parse('2026-08-14T12:00:00Z')
test.each([
  ['2026-08-14T12:00:00Z', 0, 0, false],
  ['2026-08-14T11:37:00Z', 0, 23, false],
  ['2026-08-14T11:00:01Z', 0, 59, false],
  ['2026-08-14T11:00:00Z', 1, 0, true],
  ['2026-08-13T09:30:00Z', 26, 30, true],
  ['2026-08-14T12:05:00Z', 0, 0, false],
])('in the yard since %s: %d h %d min', (openedAt, hours, minutes, isLong) => {
  expect(waitOf(openedAt, now)).toEqual({ hours, minutes, isLong })
})

const lorry = (vehicle: string, sender = 'Brook') =>
  ({ id: vehicle, vehicle, party: { id: '', name: sender }, grain: { name: 'Wheat' } }) as Ticket
const yard = Array.from({ length: 13 }, (_none, index) =>
  lorry(`GÖ-LM ${index + 1}`, index === 12 ? 'Hill' : 'Brook'),
)
const usual = { sought: '', isAll: false, openId: undefined, refused: new Set<string>() }
const plates = (more: Partial<Parameters<typeof shownOf>[1]>) => {
  const { shown, folded } = shownOf(yard, { ...usual, ...more })
  return [shown.map(({ vehicle }) => vehicle.slice(6)).join(' '), folded.length]
}

test('six lorries of thirteen are shown, and any is found', () => {
  expect(plates({})).toEqual(['1 2 3 4 5 6', 7])
  expect(plates({ isAll: true })[1]).toBe(0)
  expect(plates({ sought: 'lm13' })).toEqual(['13', 0])
  expect(plates({ sought: 'hill' })).toEqual(['13', 0])
  expect(plates({ sought: 'nobody' })).toEqual(['', 0])
})

test('what was refused comes first, and what is open is never folded away', () => {
  expect(plates({ refused: new Set(['GÖ-LM 9']) })).toEqual(['9 1 2 3 4 5', 7])
  expect(plates({ openId: 'GÖ-LM 11' })).toEqual(['1 2 3 4 5 6 11', 6])
})
