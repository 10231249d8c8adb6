import { expect, test } from 'vitest'
import { momentOfDraft } from './draft.ts'

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
