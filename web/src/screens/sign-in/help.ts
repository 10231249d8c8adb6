import { defineHelp } from '../../ui/help.ts'
import { signInMessages } from '../../ui/sign-in-messages.ts'

export const help = defineHelp(signInMessages, {
  en: {
    about: 'Who you are decides which organisation’s grain you see, and what you may do with it.',
    figures: {
      password:
        'After several wrong ones the service asks to wait. The link below leads to where a code for a new one is mailed to you.',
      byProvider:
        'For an organisation with a sign-in of its own: you are asked there who you are, and come back. The domain of your address says which.',
      which: 'Asked of those who belong to several. The others are a sign-out away.',
    },
  },
  de: {
    about: 'Wer Sie sind, entscheidet, wessen Korn Sie sehen und was Sie damit dürfen.',
    figures: {
      password:
        'Nach mehreren falschen bittet der Dienst zu warten. Der Verweis darunter führt dorthin, wo Ihnen ein Code für ein neues geschickt wird.',
      byProvider:
        'Für einen Betrieb mit eigener Anmeldung: Dort werden Sie gefragt, wer Sie sind, und kommen zurück. Die Domain Ihrer Adresse sagt, welcher es ist.',
      which: 'Gefragt, wer zu mehreren gehört. Zu den anderen kommt man durch Abmelden.',
    },
  },
  fr: {
    about: 'Qui vous êtes décide de quel grain vous voyez, et de ce que vous pouvez en faire.',
    figures: {
      password:
        'Après plusieurs erreurs, le service demande d’attendre. Le lien plus bas mène là où un code pour un nouveau vous est envoyé.',
      byProvider:
        'Pour une organisation qui a sa propre connexion : elle vous demande qui vous êtes, puis vous revenez. Le domaine de votre adresse dit laquelle.',
      which: 'Demandé à qui appartient à plusieurs. On va aux autres en se déconnectant.',
    },
  },
})
