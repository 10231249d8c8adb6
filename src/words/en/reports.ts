import type { Writing } from '../writing.ts'

export const reports = {
  isOfSeasonAlone: () => 'is of the season’s report alone',
  seasonIsOfHarvestYear: () => 'has to be this or the last harvest year: a season is of a harvest year',
  payerName: ({ payer }: { payer: 'owner' | 'storer' }) => (payer === 'owner' ? 'owner' : 'storer'),
  eachDayHasNoDay: () => 'is of a week or a month; what is mailed each day has none',
  isNoDayOfWeek: () => 'has to be from 1, Monday, to 7, Sunday',
  tooManyMailings: ({ most }: { most: number }) =>
    `Your organisation has ${most} reports mailed. Stop one first.`,
  mailingIsStopped: () => 'The report is not mailed any more.',
  reportMailText: (
    {
      organisation,
      report,
      harvestYear,
      from,
      to,
      link,
      createdBy,
    }: {
      organisation: string
      report: string
      harvestYear: string
      from: string
      to: string
      link: string
      createdBy: string
    },
    write: Writing,
  ) => {
    const days = harvestYear === '' ? `${write.date(from)} to ${write.date(to)}` : `harvest ${harvestYear}`
    return `${report}, ${days}: ${organisation}

As it is now:
${link}

${createdBy} has this report mailed to you. Whoever manages ${organisation} changes or stops that under Reports, Mailed.
`
  },
}
