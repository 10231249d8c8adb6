import { defineHelp } from '../../ui/help.ts'
import { formMessages } from './form-messages.ts'

export const help = defineHelp(formMessages, {
  en: {
    about: 'A new storage contract. What is typed stays on this device until it is entered.',
    figures: {
      weight: 'How much may come in. More is stored all the same, and shown as too much.',
      level: 'The moisture at which drying ends; what lies there has this moisture afterwards.',
      loss: 'Which share of the weight is lost between two moistures. Without a table it goes by dry matter.',
    },
  },
  de: {
    about: 'Ein neuer Lagervertrag. Was getippt ist, bleibt auf diesem Gerät, bis er eingetragen ist.',
    figures: {
      weight: 'Wie viel kommen darf. Mehr wird trotzdem gelagert und als zu viel gezeigt.',
      level: 'Die Feuchte, bei der das Trocknen endet; was dort liegt, hat danach diese Feuchte.',
      loss: 'Welcher Anteil des Gewichts zwischen zwei Feuchten verloren geht. Ohne Tabelle gilt die Trockenmasse.',
    },
  },
  fr: {
    about:
      'Un nouveau contrat de stockage. Ce qui est tapé reste sur cet appareil jusqu’à ce qu’il soit saisi.',
    figures: {
      weight: 'Combien peut entrer. Davantage est stocké quand même, et montré comme en trop.',
      level: 'L’humidité où le séchage s’arrête ; ce qui est là a ensuite cette humidité.',
      loss: 'Quelle part du poids se perd entre deux humidités. Sans tableau, c’est la matière sèche qui compte.',
    },
  },
})
