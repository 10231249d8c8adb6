import { defineHelp } from '../../ui/help.ts'
import { orderFormMessages } from './form-messages.ts'

export const help = defineHelp(orderFormMessages, {
  en: {
    about:
      'What is to move when. Only how much is needed, and of an order without a contract with whom and of what.',
    figures: {
      howMuch: 'Loads beyond it are taken all the same, and said.',
      vehicles: 'Lorries of others may be weighed on it, too.',
      instructions: 'Whoever has the link reads them: nothing that is not for a driver.',
    },
  },
  de: {
    about: 'Was wann gehen soll. Nötig ist nur, wie viel, und ohne Kontrakt mit wem und wovon.',
    figures: {
      howMuch: 'Fuhren darüber werden angenommen, und es wird gesagt.',
      vehicles: 'Auch andere Lkw lassen sich darauf wiegen.',
      instructions: 'Wer den Link hat, liest sie: nichts, was nicht für einen Fahrer ist.',
    },
  },
  fr: {
    about:
      'Ce qui doit partir ou venir, et quand. Seule la quantité est nécessaire et, sans contrat, avec qui et de quoi.',
    figures: {
      howMuch: 'Au-delà, les chargements sont pris quand même, et c’est dit.',
      vehicles: 'D’autres camions peuvent aussi être pesés dessus.',
      instructions: 'Quiconque a le lien les lit : rien qui ne soit pas pour un chauffeur.',
    },
  },
})
