import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about:
      'What there is on a date, by grain, owner, store or harvest; beside it, if you like, another date.',
    figures: {
      owned: 'Grain of your own, wherever it lies.',
      stored: 'Grain of others in your stores.',
      total: 'Both together: what lies there on that date.',
      before: 'The same at the close of the day that it is compared with.',
      difference: 'Together less that: what was added or taken away between the two.',
      planned: 'The date is still to come: planned movements count as if they had happened.',
    },
  },
  de: {
    about:
      'Was es an einem Tag gibt, nach Frucht, Eigentümer, Lager oder Ernte; auf Wunsch neben einem anderen Tag.',
    figures: {
      owned: 'Eigenes Korn, wo immer es liegt.',
      stored: 'Korn anderer in Ihren Lagern.',
      total: 'Beides zusammen: was an dem Tag da liegt.',
      before: 'Dasselbe am Ende des Tages, mit dem verglichen wird.',
      difference: 'Zusammen weniger das: was dazwischen dazukam oder wegging.',
      planned: 'Der Tag kommt erst: Geplantes zählt, als wäre es geschehen.',
    },
  },
  fr: {
    about:
      'Ce qu’il y a à une date, par grain, propriétaire, silo ou récolte ; à côté, si vous voulez, une autre date.',
    figures: {
      owned: 'Votre propre grain, où qu’il soit.',
      stored: 'Le grain d’autrui dans vos silos.',
      total: 'Les deux ensemble : ce qu’il y a à cette date.',
      before: 'La même chose à la fin du jour de comparaison.',
      difference: 'L’ensemble moins cela : ce qui s’est ajouté ou en allé entre les deux.',
      planned: 'La date est à venir : les mouvements prévus comptent comme faits.',
    },
  },
})
