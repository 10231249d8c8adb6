import type { reports as english } from '../en/reports.ts'
import type { SameAs } from '../writing.ts'

export const reports: SameAs<typeof english> = {
  isOfSeasonAlone: () => 'ne concerne que le rapport de récolte',
  seasonIsOfHarvestYear: () =>
    'doit être cette année de récolte ou la dernière : le rapport de récolte porte sur une année de récolte',
  payerName: ({ payer }) => (payer === 'owner' ? 'propriétaire' : 'stockeur'),
  eachDayHasNoDay: () => 'est d’une semaine ou d’un mois ; ce qui part chaque jour n’en a pas',
  isNoDayOfWeek: () => 'doit être de 1, lundi, à 7, dimanche',
  tooManyMailings: ({ most }) => `Votre organisation envoie déjà ${most} rapports. Arrêtez-en un d’abord.`,
  mailingIsStopped: () => 'Le rapport n’est plus envoyé.',
  reportMailText: ({ organisation, report, harvestYear, from, to, link, createdBy }, write) => {
    const days = harvestYear === '' ? `du ${write.date(from)} au ${write.date(to)}` : `récolte ${harvestYear}`
    return `${report}, ${days} : ${organisation}

Tel qu’il est maintenant :
${link}

${createdBy} vous fait envoyer ce rapport. Qui gère ${organisation} change ou arrête cela sous Rapports, Par e-mail.
`
  },
}
