import { expect, test } from 'vitest'
import { reportAskedBy, readAddress } from './asked.ts'

test.each([
  ['nothing said', {}, { kind: 'deliveries', period: 'thisHarvestYear' }],
  ['a kind that is none', { kind: 'weather' }, { kind: 'deliveries', period: 'thisHarvestYear' }],
  [
    'a month of a season',
    { kind: 'season', period: 'lastMonth' },
    { kind: 'season', period: 'thisHarvestYear' },
  ],
  ['days that are not all there', { period: 'dates', from: '2026-08-01' }, undefined],
  ['an end before the start', { period: 'dates', from: '2026-08-02', to: '2026-08-01' }, undefined],
  [
    'days',
    { kind: 'losses', period: 'dates', from: '2026-08-01', to: '2026-08-02', beside: '1' },
    { kind: 'losses', period: 'dates', from: '2026-08-01', to: '2026-08-02', withYearBefore: true },
  ],
  [
    'filters',
    { kind: 'owners', commodity: '1', store: 's', partner: 'hill-farm' },
    { kind: 'owners', period: 'thisHarvestYear', commodityId: 1, storageId: 's', partnerId: 'hill-farm' },
  ],
  ['a commodity that is none', { commodity: 'x' }, { kind: 'deliveries', period: 'thisHarvestYear' }],
])('the question of %s', (_of, search, asked) => {
  expect(reportAskedBy(readAddress(search as Record<string, string>))).toEqual(asked)
})
