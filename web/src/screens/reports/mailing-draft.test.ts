import { expect, test } from 'vitest'
import { readAddress } from './asked.ts'
import { blankMailing, bodyOfMailing, mailedReportOf } from './mailing-draft.ts'

test('a report of days that stand still is not mailed', () => {
  expect(
    mailedReportOf(readAddress({ period: 'dates', from: '2026-08-01', to: '2026-08-02' })),
  ).toBeUndefined()
  expect(mailedReportOf(readAddress({ period: 'dates' }))).toBeUndefined()
  expect(mailedReportOf(readAddress({ kind: 'owners', period: 'lastMonth', partner: 'hill-farm' }))).toEqual({
    kind: 'owners',
    period: 'lastMonth',
    partnerId: 'hill-farm',
  })
})

test.each([
  ['day', 31, undefined],
  ['week', 31, 7],
  ['month', 31, 31],
] as const)('each %s has its own day', (every, day, sent) => {
  const draft = { ...blankMailing(' Losses ', 'u'), every, day }
  const body = bodyOfMailing({ kind: 'losses', period: 'lastWeek' }, draft)
  expect(body).toMatchObject({ name: 'Losses', every, recipientIds: ['u'] })
  expect(body.day).toBe(sent)
})
