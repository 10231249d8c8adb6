import { defineMessages } from '../../i18n/messages.ts'

export const reasonsMessages = defineMessages({
  en: {
    requiresReason: 'Whoever corrects or deletes a movement gives a reason',
    requiresGradeReason: 'A load that lowers the grade of what lies in a bay needs a reason',
    refusesReserved: 'A load that takes what is reserved for another sale is refused',
    countersMayApprove: 'Whoever counted in a stock-take may approve it, too',
    fixed:
      'Reports of different years and stores can only be compared if a reason means the same everywhere. So these lists are the same for everybody, and nobody changes them here. A word of your own goes into the note beside the reason.',
    adjustment: 'Why stock is counted or corrected',
    adjustmentHint:
      'Asked for with every count. What a reason is for says whether the weight may fall, rise, or both.',
    storageNote: 'What a note on a store is about',
    storageNoteHint: 'Chosen with every note on a bay.',
    deduction: 'Deductions of a settlement',
    bonus: 'Bonuses of a settlement',
    settlementHint: 'What a buyer’s statement may name.',
    loss: 'loss',
    gain: 'gain',
    either: 'loss or gain',
  },
  de: {
    requiresReason: 'Wer eine Bewegung berichtigt oder löscht, gibt einen Grund an',
    requiresGradeReason: 'Eine Fuhre, die die Güte in einer Box senkt, braucht einen Grund',
    refusesReserved: 'Eine Fuhre, die für einen anderen Verkauf Reserviertes nimmt, wird abgelehnt',
    countersMayApprove: 'Wer in einer Inventur gezählt hat, darf sie auch freigeben',
    fixed:
      'Auswertungen verschiedener Jahre und Lager lassen sich nur vergleichen, wenn ein Grund überall dasselbe heißt. Darum sind diese Listen für alle gleich, und niemand ändert sie hier. Eigene Worte kommen in die Bemerkung neben dem Grund.',
    adjustment: 'Warum Bestand gezählt oder berichtigt wird',
    adjustmentHint:
      'Bei jeder Zählung gefragt. Wofür ein Grund steht, sagt, ob das Gewicht fallen, steigen oder beides darf.',
    storageNote: 'Worum es in einer Notiz zum Lager geht',
    storageNoteHint: 'Bei jeder Notiz zu einem Lagerplatz gewählt.',
    deduction: 'Abzüge einer Abrechnung',
    bonus: 'Zuschläge einer Abrechnung',
    settlementHint: 'Was die Abrechnung eines Käufers nennen kann.',
    loss: 'Verlust',
    gain: 'Zugang',
    either: 'Verlust oder Zugang',
  },
  fr: {
    requiresReason: 'Qui corrige ou supprime un mouvement en donne la raison',
    requiresGradeReason: 'Un chargement qui abaisse la qualité dans une cellule demande une raison',
    refusesReserved: 'Un chargement qui prend ce qui est réservé pour une autre vente est refusé',
    countersMayApprove: 'Qui a compté dans un inventaire peut aussi le valider',
    fixed:
      'Les bilans de plusieurs années et de plusieurs silos ne se comparent que si un motif veut dire partout la même chose. Ces listes sont donc les mêmes pour tous, et personne ne les change ici. Vos propres mots vont dans la remarque à côté du motif.',
    adjustment: 'Pourquoi un stock est compté ou corrigé',
    adjustmentHint: 'Demandé à chaque comptage. Le motif dit si le poids peut baisser, monter, ou les deux.',
    storageNote: 'De quoi parle une note sur un silo',
    storageNoteHint: 'Choisi avec chaque note sur une cellule.',
    deduction: 'Déductions d’un décompte',
    bonus: 'Bonifications d’un décompte',
    settlementHint: 'Ce que le décompte d’un acheteur peut nommer.',
    loss: 'perte',
    gain: 'gain',
    either: 'perte ou gain',
  },
})
