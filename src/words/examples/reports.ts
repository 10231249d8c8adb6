import type { reports as english } from '../en/reports.ts'
import type { Examples } from '../writing.ts'

export const reports: Examples<typeof english> = {
  isOfSeasonAlone: {},
  seasonIsOfHarvestYear: {},
  payerName: { payer: 'owner' },
  eachDayHasNoDay: {},
  isNoDayOfWeek: {},
  tooManyMailings: { most: 100 },
  mailingIsStopped: {},
  reportMailText: {
    organisation: 'xb',
    report: 'xc',
    harvestYear: '',
    from: '2026-08-03',
    to: '2026-08-09',
    link: 'https://xd.example/reports',
    createdBy: 'xe',
  },
}
