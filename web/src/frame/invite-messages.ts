import { defineMessages } from '../i18n/messages.ts'

/** Messages for an invitation that was made, and for the way the owner of stored grain gets one. */
export const inviteMessages = defineMessages({
  en: {
    mailed: 'The invitation is on its way to {email} by mail. It is good once, for seven days.',
    handOver:
      'Give this link to {email}: by message, on paper, or let them photograph the code. It is shown this once, and is good once, for seven days. No mail is sent.',
    copy: 'Copy the link',
    copied: 'Copied',
    owner: 'Invite the owner',
    ownerOf: 'Invite the owner {name}',
    ownerWhat:
      'Whoever you invite sees the grain of {name} that lies here, with its loads, losses and contracts, and nothing else of yours. Stock, loads and contracts stay as they are.',
    email: 'Email',
    invite: 'Invite',
    done: 'Done',
  },
  de: {
    mailed: 'Die Einladung ist per E-Mail an {email} unterwegs. Sie gilt einmal, sieben Tage lang.',
    handOver:
      'Geben Sie {email} diesen Link: als Nachricht, auf Papier oder als Foto vom Code. Er wird nur jetzt gezeigt und gilt einmal, sieben Tage lang. Eine E-Mail wird nicht verschickt.',
    copy: 'Link kopieren',
    copied: 'Kopiert',
    owner: 'Eigentümer einladen',
    ownerOf: 'Eigentümer {name} einladen',
    ownerWhat:
      'Wen Sie einladen, der sieht das Getreide von {name}, das hier liegt, mit Fuhren, Verlusten und Verträgen, und sonst nichts von Ihnen. Bestand, Fuhren und Verträge bleiben, wie sie sind.',
    email: 'E-Mail',
    invite: 'Einladen',
    done: 'Fertig',
  },
  fr: {
    mailed: 'L’invitation est en route vers {email} par courriel. Elle sert une fois, pendant sept jours.',
    handOver:
      'Donnez ce lien à {email} : par message, sur papier, ou en photo du code. Il n’est montré que maintenant et sert une fois, pendant sept jours. Aucun courriel n’est envoyé.',
    copy: 'Copier le lien',
    copied: 'Copié',
    owner: 'Inviter le propriétaire',
    ownerOf: 'Inviter le propriétaire {name}',
    ownerWhat:
      'La personne invitée voit le grain de {name} stocké ici, avec ses chargements, pertes et contrats, et rien d’autre de chez vous. Stock, chargements et contrats restent tels quels.',
    email: 'Adresse électronique',
    invite: 'Inviter',
    done: 'Terminé',
  },
})
