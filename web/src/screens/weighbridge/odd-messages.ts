import { defineMessages } from '../../i18n/messages.ts'

/** Weights that lorries do not have, a scale that was not empty, and numbers that are in the book. */
export const messages = defineMessages({
  en: {
    tooHeavy: 'No lorry weighs {kg} {scaleUnit}. At most {limit} {scaleUnit} can be entered.',
    full: '{kg} {scaleUnit} is more than a lorry weighs here ({limit} {scaleUnit}). If it is right, press the button once more.',
    net: '{kg} {scaleUnit} net is more than a lorry carries here ({limit} {scaleUnit}). If it is right, press the button once more.',
    light:
      '{kg} {scaleUnit} net is very little: a lorry carries up to {limit} {scaleUnit} here. If it is right, press the button once more.',
    notAtZero:
      'The scale did not stand at zero before this lorry: it showed {kg} {scaleUnit}. If the weight is right, press the button once more.',
    same: 'Ticket {reference} is in the book already. If this is another load, press the button once more.',
    read: 'Please read the warning above. If it is to be so, press the button once more.',
  },
  de: {
    tooHeavy: 'Kein Lastwagen wiegt {kg} {scaleUnit}. Mehr als {limit} {scaleUnit} geht nicht.',
    full: '{kg} {scaleUnit} sind mehr, als ein Lastwagen hier wiegt ({limit} {scaleUnit}). Stimmt es, drücken Sie noch einmal.',
    net: '{kg} {scaleUnit} netto sind mehr, als ein Lastwagen hier trägt ({limit} {scaleUnit}). Stimmt es, drücken Sie noch einmal.',
    light:
      '{kg} {scaleUnit} netto sind sehr wenig: Ein Lastwagen trägt hier bis zu {limit} {scaleUnit}. Stimmt es, drücken Sie noch einmal.',
    notAtZero:
      'Die Waage stand vor diesem Lastwagen nicht auf null: Sie zeigte {kg} {scaleUnit}. Stimmt das Gewicht, drücken Sie noch einmal.',
    same: 'Der Wiegeschein {reference} ist schon eingetragen. Ist es eine andere Fuhre, drücken Sie noch einmal.',
    read: 'Bitte lesen Sie die Warnung oben. Soll es so sein, drücken Sie noch einmal.',
  },
  fr: {
    tooHeavy: 'Aucun camion ne pèse {kg} {scaleUnit}. Le maximum est de {limit} {scaleUnit}.',
    full: '{kg} {scaleUnit} dépassent ce que pèse un camion ici ({limit} {scaleUnit}). Si c’est exact, appuyez encore une fois.',
    net: '{kg} {scaleUnit} nets dépassent ce que porte un camion ici ({limit} {scaleUnit}). Si c’est exact, appuyez encore une fois.',
    light:
      '{kg} {scaleUnit} nets, c’est très peu : un camion porte ici jusqu’à {limit} {scaleUnit}. Si c’est exact, appuyez encore une fois.',
    notAtZero:
      'La bascule n’était pas à zéro avant ce camion : elle affichait {kg} {scaleUnit}. Si le poids est exact, appuyez encore une fois.',
    same: 'Le bon {reference} est déjà inscrit. S’il s’agit d’un autre chargement, appuyez encore une fois.',
    read: 'Lisez l’avertissement ci-dessus. Si c’est voulu, appuyez encore une fois.',
  },
})
