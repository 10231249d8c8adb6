import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about: 'What is to move when: parts of contracts that were called off, and orders without a contract.',
    figures: {
      ordered: 'A weight, a number of lorries, or both.',
      left: 'Ordered less moved. A late, corrected or deleted load counts at once.',
      done: 'Nothing more moves on it, and its link for the driver is gone. It can be opened again.',
    },
  },
  de: {
    about: 'Was wann gehen soll: Abrufe auf Kontrakte, und Aufträge ohne Kontrakt.',
    figures: {
      ordered: 'Ein Gewicht, eine Zahl von Fuhren oder beides.',
      left: 'Bestellt weniger bewegt. Eine späte, berichtigte oder gelöschte Fuhre zählt sofort.',
      done: 'Darauf geht nichts mehr, und der Link für den Fahrer ist weg. Er lässt sich wieder öffnen.',
    },
  },
  fr: {
    about: 'Ce qui doit partir ou venir, et quand : les appels sur contrat, et les ordres sans contrat.',
    figures: {
      ordered: 'Un poids, un nombre de chargements, ou les deux.',
      left: 'Commandé moins déplacé. Un chargement tardif, corrigé ou supprimé compte aussitôt.',
      done: 'Plus rien ne va dessus, et le lien pour le chauffeur n’existe plus. Il peut être rouvert.',
    },
  },
})
