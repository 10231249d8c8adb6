import type { reports as english } from '../en/reports.ts'
import type { Examples } from '../writing.ts'

export const reports: Examples<typeof english> = {
  isOfSeasonAlone: {},
  seasonIsOfHarvestYear: {},
  payerName: { payer: 'owner' },
}
