import { expect, test } from 'vitest'
import { shareOf } from '../../stock/share.ts'
import { blankTicket, formOfTicket, measuredOf, momentOfDraft, ticketDraftOf } from './draft.ts'
import { bay, ticket } from './test-ticket.ts'

const now = new Date('2026-08-14T09:30:20Z')

test.each([
  ['', '', '2026-08-14T09:30:20.000Z'],
  ['2026-08-12', '16:40', '2026-08-12T15:40:00.000Z'],
  ['2026-08-14', '10:30', '2026-08-14T09:30:00.000Z'],
  ['2026-08-14', '10:31', undefined],
  ['2026-08-15', '00:00', undefined],
  ['2026-08-12', '', undefined],
  ['', '10:30', undefined],
  ['2026-02-30', '10:30', undefined],
])('a ticket of “%s” at “%s” is of %s', (day, time, expected) => {
  expect(momentOfDraft({ day, time }, 'Europe/London', now)?.toISOString()).toBe(expected)
})

test.each([
  ['1', 1],
  ['0,5', 0.5],
  [' 60 ', 60],
  ['0', undefined],
  ['', undefined],
  ['half', undefined],
  ['-1', undefined],
])('“%s” is the share %s', (typed, share) => {
  expect(shareOf(typed)).toBe(share)
})

test('a figure is sent with a point, and what was not measured is not sent', () => {
  const measures = [
    { name: 'Moisture', unit: '%' },
    { name: 'Protein', unit: '%' },
  ]
  expect(measuredOf({ measured: { Moisture: '14,5', Protein: ' ', Colour: '3' } }, measures)).toEqual([
    { name: 'Moisture', value: '14.5', metric: '%' },
  ])
})

test('a form is the same one with its weight as it was being typed, and as it was put when the field was left', () => {
  const form = { ...blankTicket(), vehicle: 'BB01 BEF' }
  const kept = (full: string, kg: number) =>
    JSON.stringify(formOfTicket({ ...form, full }, { full: kg, empty: undefined }))
  expect(kept('33000', 33_000)).toBe(kept('33,000', 33_000))
  expect(kept('33000', 33_000)).not.toBe(kept('3300', 3300))
})

test('a refused lorry out of two bays is corrected with its shares and its weights', () => {
  const parts = [
    { place: bay, share: 2 },
    { place: { ...bay, key: 's/2', substorageId: 2, name: 'Hill 2' }, share: 1 },
  ]
  expect(ticketDraftOf({ ...ticket, kind: 'out', parts, empty: 14_200 }, 'en')).toMatchObject({
    kind: 'out',
    vehicle: 'BB02 BEF',
    full: '42660',
    empty: '14200',
    parts: [
      { key: 's/1', share: '2' },
      { key: 's/2', share: '1' },
    ],
  })
})
