import { defineHelp } from '../../ui/help.ts'
import { plantingMessages } from './planting-messages.ts'

export const help = defineHelp(plantingMessages, {
  en: {
    about:
      'One crop put on many fields at once. Before anything is entered each line says what will come of it.',
    figures: {
      expected:
        'What {ha:a hectare|ac:an acre} is expected to bring. Times the {ha:hectares|ac:acres} it is what the harvest is compared with.',
      outcome: 'What the service will do with each field, asked while you type. Nothing is stored by it.',
    },
  },
  de: {
    about:
      'Eine Kultur auf viele Felder auf einmal. Bevor etwas eingetragen wird, sagt jede Zeile, was daraus wird.',
    figures: {
      expected:
        'Was ein {ha:Hektar|ac:Acre} bringen soll. Mal die {ha:Hektar|ac:Acre} ist es das, womit die Ernte verglichen wird.',
      outcome:
        'Was der Dienst mit jedem Feld tun wird, gefragt, während Sie tippen. Gespeichert wird dadurch nichts.',
    },
  },
  fr: {
    about:
      'Une culture sur beaucoup de champs à la fois. Avant toute saisie, chaque ligne dit ce qu’il en sera.',
    figures: {
      expected:
        'Ce qu’{ha:un hectare|ac:une acre} doit donner. Fois les {ha:hectares|ac:acres}, c’est ce à quoi la récolte est comparée.',
      outcome:
        'Ce que le service fera de chaque champ, demandé pendant que vous tapez. Rien n’en est enregistré.',
    },
  },
})
