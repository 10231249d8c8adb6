import { expect, test } from 'vitest'
import type { Ticket } from '../../offline/tickets.ts'
import { excessOf, usualTare } from './judgement.ts'

const place = { key: 's/1', storageId: 's', substorageId: 1, recordId: 'r', name: 'Hill 1' }
const out = {
  kind: 'out',
  from: place,
  to: null,
  full: 25_100,
  empty: 14_000,
} as Ticket
const short = (shortfall: number, recordId = 'r') => ({
  code: 'insufficient_stock',
  body: { recordId, shortfall },
})

test.each([
  { name: '76 kg of 11,100 are what scales differ by', ticket: out, fault: short(76), kg: 76 },
  { name: 'the twentieth part is the most', ticket: out, fault: short(555), kg: 555 },
  { name: 'more is another load', ticket: out, fault: short(556), kg: undefined },
  { name: 'another record is short', ticket: out, fault: short(76, 'other'), kg: undefined },
  { name: 'between stores as well', ticket: { ...out, kind: 'between' as const }, fault: short(76), kg: 76 },
  {
    name: 'of several bays the books say which is short, and shares are changed',
    ticket: { ...out, parts: [{ place, share: 1 }] },
    fault: short(76),
    kg: undefined,
  },
  {
    name: 'a load in takes nothing',
    ticket: { ...out, kind: 'in' as const },
    fault: short(76),
    kg: undefined,
  },
  { name: 'something else was refused', ticket: out, fault: { code: 'incompatible_stock' }, kg: undefined },
  { name: 'not weighed twice', ticket: { ...out, full: null }, fault: short(76), kg: undefined },
])('more than the books have: $name', ({ ticket, fault, kg }) => {
  expect(excessOf(ticket, fault)).toBe(kg)
})

const at = '2026-08-14T09:00:00Z'
const known = [9000, 14_000, 16_000].map((kg, index) => ({ vehicle: `L${index}`, tare: { kg, at } }))
test.each([
  { name: 'its own', vehicle: 'L2', full: 42_000, tare: 16_000 },
  { name: 'the middle one of the others', vehicle: 'NEW', full: 42_000, tare: 14_000 },
  { name: 'of those that are lighter than it is full', vehicle: 'NEW', full: 12_000, tare: 9000 },
  { name: 'half, where none is known', vehicle: 'NEW', full: 6000, tare: 3000 },
])('the usual tare: $name', ({ vehicle, full, tare }) => {
  expect(usualTare(known, vehicle, full)).toBe(tare)
})
