import { defineHelp } from '../../ui/help.ts'
import { contractMessages } from './contract-messages.ts'

export const help = defineHelp(contractMessages, {
  en: {
    about: 'One storage contract: its terms, what came in under it, what drying takes, and its files.',
    figures: {
      beforeDrying: 'The net weight of all loads under it, as they were weighed.',
      counts: 'What is taken off the agreed weight.',
      matrix:
        'Of grain between two moistures, this share of its weight is lost. The last row includes its end.',
      calculator:
        'What would be lost and left of a load of this weight and moisture. The service computes it; nothing is stored.',
      net: 'What a load weighed, before drying.',
    },
  },
  de: {
    about:
      'Ein Lagervertrag: seine Bedingungen, was darunter ankam, was das Trocknen nimmt, und seine Dateien.',
    figures: {
      beforeDrying: 'Das Nettogewicht aller Fuhren darunter, wie sie gewogen wurden.',
      counts: 'Was von der vereinbarten Menge abgeht.',
      matrix:
        'Von Korn zwischen zwei Feuchten geht dieser Anteil des Gewichts verloren. Die letzte Zeile gilt bis einschließlich ihres Endes.',
      calculator:
        'Was von einer Fuhre dieses Gewichts und dieser Feuchte verloren ginge und bliebe. Der Dienst rechnet es; gespeichert wird nichts.',
      net: 'Was eine Fuhre wog, vor der Trocknung.',
    },
  },
  fr: {
    about:
      'Un contrat de stockage : ses conditions, ce qui est entré, ce que prend le séchage, et ses fichiers.',
    figures: {
      beforeDrying: 'Le poids net de toutes ses charges, comme elles ont été pesées.',
      counts: 'Ce qui est retiré du poids convenu.',
      matrix:
        'Du grain entre deux humidités perd cette part de son poids. La dernière ligne comprend sa fin.',
      calculator:
        'Ce qui serait perdu et resterait d’une charge de ce poids et de cette humidité. Le service le calcule ; rien n’est enregistré.',
      net: 'Ce que pesait une charge, avant séchage.',
    },
  },
})
