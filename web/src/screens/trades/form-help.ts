import { defineHelp } from '../../ui/help.ts'
import { tradeFormMessages } from './form-messages.ts'

export const help = defineHelp(tradeFormMessages, {
  en: {
    about: 'What is agreed with a buyer or a seller. Only the partner, the grain and the weight are needed.',
    figures: {
      tolerance: 'How far the weight may be off. Loads beyond it are taken all the same, and said.',
      when: 'When how much is to move; together no more than the contract. Two windows may overlap.',
      finalWeight: 'Whose weight the bill goes by. The ledger keeps yours.',
      allowances: 'Each row is of the figures from one to another, both included.',
      price: 'Stock needs none. A fixed one has an amount, a currency and a unit.',
    },
  },
  de: {
    about:
      'Was mit einem Käufer oder Verkäufer vereinbart ist. Nötig sind nur Partner, Getreide und Gewicht.',
    figures: {
      tolerance: 'Wie weit das Gewicht abweichen darf. Fuhren darüber werden angenommen, und es wird gesagt.',
      when: 'Wann wie viel gehen soll; zusammen nicht mehr als der Kontrakt. Zwei dürfen sich überschneiden.',
      finalWeight: 'Nach wessen Gewicht abgerechnet wird. Das Buch behält Ihres.',
      allowances: 'Jede Zeile gilt für die Werte von einem bis zum anderen, beide eingeschlossen.',
      price: 'Der Bestand braucht keinen. Ein fester hat Betrag, Währung und Einheit.',
    },
  },
  fr: {
    about:
      'Ce qui est convenu avec un acheteur ou un vendeur. Seuls le partenaire, le grain et le poids sont nécessaires.',
    figures: {
      tolerance: 'De combien le poids peut s’écarter. Au-delà, le chargement est pris, et c’est dit.',
      when: 'Quand et combien livrer ; ensemble pas plus que le contrat. Deux peuvent se chevaucher.',
      finalWeight: 'D’après quel poids on facture. Le registre garde le vôtre.',
      allowances: 'Chaque ligne vaut pour les chiffres de l’un à l’autre, les deux compris.',
      price: 'Le stock n’en demande pas. Un prix ferme a un montant, une monnaie et une unité.',
    },
  },
})
