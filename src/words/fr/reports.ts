import type { reports as english } from '../en/reports.ts'
import type { SameAs } from '../writing.ts'

export const reports: SameAs<typeof english> = {
  isOfSeasonAlone: () => 'ne concerne que le rapport de récolte',
  seasonIsOfHarvestYear: () =>
    'doit être cette année de récolte ou la dernière : le rapport de récolte porte sur une année de récolte',
  payerName: ({ payer }) => (payer === 'owner' ? 'propriétaire' : 'stockeur'),
}
