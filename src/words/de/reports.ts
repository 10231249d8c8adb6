import type { reports as english } from '../en/reports.ts'
import type { SameAs } from '../writing.ts'

export const reports: SameAs<typeof english> = {
  isOfSeasonAlone: () => 'gehört allein zum Bericht über die Ernte',
  seasonIsOfHarvestYear: () =>
    'muss dieses oder das letzte Erntejahr sein: Der Bericht über die Ernte gilt für ein Erntejahr',
  payerName: ({ payer }) => (payer === 'owner' ? 'Eigentümer' : 'Lagerhalter'),
  eachDayHasNoDay: () => 'gehört zu einer Woche oder einem Monat; was täglich verschickt wird, hat keinen',
  isNoDayOfWeek: () => 'muss von 1, Montag, bis 7, Sonntag, sein',
  tooManyMailings: ({ most }) => `Ihr Betrieb verschickt schon ${most} Berichte. Beenden Sie zuerst einen.`,
  mailingIsStopped: () => 'Der Bericht wird nicht mehr verschickt.',
  reportMailText: ({ organisation, report, harvestYear, from, to, link, createdBy }, write) => {
    const days = harvestYear === '' ? `${write.date(from)} bis ${write.date(to)}` : `Ernte ${harvestYear}`
    return `${report}, ${days}: ${organisation}

Wie er jetzt aussieht:
${link}

${createdBy} lässt Ihnen diesen Bericht schicken. Wer ${organisation} verwaltet, ändert oder beendet das unter Berichte, Per E-Mail.
`
  },
}
