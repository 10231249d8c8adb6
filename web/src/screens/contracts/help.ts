import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about: 'Under which terms grain of others is stored with you, and yours with others.',
    figures: {
      agreed: 'The weight in the contract.',
      in: 'What has come in under it, before drying and cleaning.',
      left: 'Agreed less in: what may still come.',
      planned: 'Loads under it that are planned and have not come.',
      over: 'By how much more came in than was agreed. It is stored all the same.',
    },
  },
  de: {
    about: 'Zu welchen Bedingungen Korn anderer bei Ihnen lagert, und Ihres bei anderen.',
    figures: {
      agreed: 'Das Gewicht im Vertrag.',
      in: 'Was darunter angekommen ist, vor Trocknung und Reinigung.',
      left: 'Vereinbart weniger da: was noch kommen darf.',
      planned: 'Fuhren darunter, die geplant und noch nicht gekommen sind.',
      over: 'Um wie viel mehr kam als vereinbart. Gelagert wird es trotzdem.',
    },
  },
  fr: {
    about: 'À quelles conditions du grain d’autrui est stocké chez vous, et du vôtre chez d’autres.',
    figures: {
      agreed: 'Le poids du contrat.',
      in: 'Ce qui est entré sous ce contrat, avant séchage et nettoyage.',
      left: 'Convenu moins entré : ce qui peut encore venir.',
      planned: 'Les charges prévues sous ce contrat qui ne sont pas venues.',
      over: 'De combien il est entré de plus que convenu. C’est stocké quand même.',
    },
  },
})
