import type { reports as english } from '../en/reports.ts'
import type { SameAs } from '../writing.ts'

export const reports: SameAs<typeof english> = {
  isOfSeasonAlone: () => 'gehört allein zum Bericht über die Ernte',
  seasonIsOfHarvestYear: () =>
    'muss dieses oder das letzte Erntejahr sein: Der Bericht über die Ernte gilt für ein Erntejahr',
  payerName: ({ payer }) => (payer === 'owner' ? 'Eigentümer' : 'Lagerhalter'),
}
