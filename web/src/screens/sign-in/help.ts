import { defineHelp } from '../../ui/help.ts'
import { signInMessages } from '../../ui/sign-in-messages.ts'

export const help = defineHelp(signInMessages, {
  en: {
    about: 'Who you are decides which organisation’s grain you see, and what you may do with it.',
    figures: {
      password:
        'After several wrong ones the service asks to wait. Forgotten? Whoever runs the installation has a code for a new one mailed to you.',
      which: 'Asked of those who belong to several. The others are a sign-out away.',
    },
  },
  de: {
    about: 'Wer Sie sind, entscheidet, wessen Korn Sie sehen und was Sie damit dürfen.',
    figures: {
      password:
        'Nach mehreren falschen bittet der Dienst zu warten. Vergessen? Wer die Installation betreibt, lässt Ihnen einen Code für ein neues schicken.',
      which: 'Gefragt, wer zu mehreren gehört. Zu den anderen kommt man durch Abmelden.',
    },
  },
  fr: {
    about: 'Qui vous êtes décide de quel grain vous voyez, et de ce que vous pouvez en faire.',
    figures: {
      password:
        'Après plusieurs erreurs, le service demande d’attendre. Oublié ? Qui gère l’installation vous fait envoyer un code pour un nouveau.',
      which: 'Demandé à qui appartient à plusieurs. On va aux autres en se déconnectant.',
    },
  },
})
