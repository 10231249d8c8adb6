import { defineMessages } from '../../i18n/messages.ts'

/** Weights that lorries do not have, and numbers that are in the book. */
export const messages = defineMessages({
  en: {
    tooHeavy: 'No lorry weighs {kg} kg. At most {limit} kg can be entered.',
    full: '{kg} kg is more than a lorry weighs here ({limit} kg). If it is right, press the button once more.',
    net: '{kg} kg net is more than a lorry carries here ({limit} kg). If it is right, press the button once more.',
    same: 'Ticket {reference} is in the book already. If this is another load, press the button once more.',
  },
  de: {
    tooHeavy: 'Kein Lastwagen wiegt {kg} kg. Mehr als {limit} kg geht nicht.',
    full: '{kg} kg sind mehr, als ein Lastwagen hier wiegt ({limit} kg). Stimmt es, drücken Sie noch einmal.',
    net: '{kg} kg netto sind mehr, als ein Lastwagen hier trägt ({limit} kg). Stimmt es, drücken Sie noch einmal.',
    same: 'Der Wiegeschein {reference} ist schon eingetragen. Ist es eine andere Fuhre, drücken Sie noch einmal.',
  },
  fr: {
    tooHeavy: 'Aucun camion ne pèse {kg} kg. Le maximum est de {limit} kg.',
    full: '{kg} kg dépassent ce que pèse un camion ici ({limit} kg). Si c’est exact, appuyez encore une fois.',
    net: '{kg} kg nets dépassent ce que porte un camion ici ({limit} kg). Si c’est exact, appuyez encore une fois.',
    same: 'Le bon {reference} est déjà inscrit. S’il s’agit d’un autre chargement, appuyez encore une fois.',
  },
})
