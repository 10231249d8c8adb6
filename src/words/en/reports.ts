export const reports = {
  isOfSeasonAlone: () => 'is of the season’s report alone',
  seasonIsOfHarvestYear: () => 'has to be this or the last harvest year: a season is of a harvest year',
  payerName: ({ payer }: { payer: 'owner' | 'storer' }) => (payer === 'owner' ? 'owner' : 'storer'),
}
