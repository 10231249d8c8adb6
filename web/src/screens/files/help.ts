import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about: 'Photos and papers of your organisation, and those that others share with it.',
    figures: {
      size: 'How large the file is, as it is stored.',
      seenBy:
        'Your organisation, and whoever it is shared with. What goes along with a message or a contract is shared by that. Whom you leave out again keeps what it has saved.',
      used: 'The loads, samples, counts, contracts, notes and questions that have this file.',
    },
  },
  de: {
    about: 'Fotos und Papiere Ihrer Organisation, und was andere mit ihr teilen.',
    figures: {
      size: 'Wie groß die Datei ist, wie sie gespeichert liegt.',
      seenBy:
        'Ihre Organisation, und mit wem sie geteilt ist. Was mit einer Nachricht oder einem Vertrag mitgeht, ist dadurch geteilt. Wer nicht mehr dabei ist, behält, was er gespeichert hat.',
      used: 'Die Fuhren, Proben, Zählungen, Verträge, Notizen und Fragen, die diese Datei haben.',
    },
  },
  fr: {
    about: 'Les photos et papiers de votre organisation, et ceux que d’autres partagent avec elle.',
    figures: {
      size: 'La taille du fichier, tel qu’il est gardé.',
      seenBy:
        'Votre organisation, et ceux avec qui il est partagé. Ce qui accompagne un message ou un contrat est partagé par là. Qui n’y est plus garde ce qu’il a enregistré.',
      used: 'Les charges, échantillons, comptages, contrats, notes et questions qui ont ce fichier.',
    },
  },
})
