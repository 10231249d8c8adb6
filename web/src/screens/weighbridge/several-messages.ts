import { defineMessages } from '../../i18n/messages.ts'

/** One lorry for several bays. */
export const messages = defineMessages({
  en: {
    intoSeveral: 'Into several bays',
    outOfSeveral: 'Out of several bays',
    oneBay: 'One bay only',
    otherNumber: 'More or fewer bays',
    asBefore: 'The bays of the first weighing',
    tippedInOthers: 'Tipped into other bays than the first weighing said',
    loadedFromOthers: 'Loaded from other bays than the first weighing said',
    shares: 'How the load is parted',
    shareOf: 'Share, {bay}',
    sharesHint: 'In any measure: 1 and 1 is half each, or 60 and 40. Together they are the net, to the gram.',
    notAShare: 'A number above 0',
  },
  de: {
    intoSeveral: 'In mehrere Boxen',
    outOfSeveral: 'Aus mehreren Boxen',
    oneBay: 'Nur eine Box',
    otherNumber: 'Mehr oder weniger Boxen',
    asBefore: 'Die Boxen der ersten Wiegung',
    tippedInOthers: 'In andere Boxen gekippt, als bei der ersten Wiegung angegeben',
    loadedFromOthers: 'Aus anderen Boxen geladen, als bei der ersten Wiegung angegeben',
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
    otherNumber: 'Plus ou moins de cellules',
    asBefore: 'Les cellules de la première pesée',
    tippedInOthers: 'Vidé dans d’autres cellules que celles de la première pesée',
    loadedFromOthers: 'Chargé dans d’autres cellules que celles de la première pesée',
    shares: 'Comment le chargement est réparti',
    shareOf: 'Part, {bay}',
    sharesHint:
      'Dans toute mesure : 1 et 1, c’est la moitié chacune, ou 60 et 40. Ensemble, elles font le net, au gramme près.',
    notAShare: 'Un nombre au-dessus de 0',
  },
})
