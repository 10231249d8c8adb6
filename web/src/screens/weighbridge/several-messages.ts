import { defineMessages } from '../../i18n/messages.ts'

/** One lorry for several bays. */
export const messages = defineMessages({
  en: {
    intoSeveral: 'Into several bays',
    outOfSeveral: 'Out of several bays',
    oneBay: 'One bay only',
    shares: 'How the load is parted',
    shareOf: 'Share, {bay}',
    sharesHint: 'In any measure: 1 and 1 is half each, or 60 and 40. Together they are the net, to the gram.',
    notAShare: 'A number above 0',
  },
  de: {
    intoSeveral: 'In mehrere Boxen',
    outOfSeveral: 'Aus mehreren Boxen',
    oneBay: 'Nur eine Box',
    shares: 'Wie die Fuhre verteilt wird',
    shareOf: 'Anteil, {bay}',
    sharesHint:
      'In beliebigem Maß: 1 und 1 ist je die Hälfte, oder 60 und 40. Zusammen sind sie das Netto, auf das Gramm.',
    notAShare: 'Eine Zahl über 0',
  },
  fr: {
    intoSeveral: 'Vers plusieurs cellules',
    outOfSeveral: 'De plusieurs cellules',
    oneBay: 'Une seule cellule',
    shares: 'Comment le chargement est réparti',
    shareOf: 'Part, {bay}',
    sharesHint:
      'Dans toute mesure : 1 et 1, c’est la moitié chacune, ou 60 et 40. Ensemble, elles font le net, au gramme près.',
    notAShare: 'Un nombre au-dessus de 0',
  },
})
