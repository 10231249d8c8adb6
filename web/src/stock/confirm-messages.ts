import { defineMessages } from '../i18n/messages.ts'

/** Messages about what others book in the organisation's name, and about names that are taken for others. */
export const confirmMessages = defineMessages({
  en: {
    toConfirm: 'To be confirmed',
    waiting:
      'Others have booked {n} entry in your name. Until you accept it, it is in none of your figures. | Others have booked {n} entries in your name. Until you accept them, they are in none of your figures.',
    look: 'Accept or decline',
    whoBooks: 'Other organisations here may book grain in your name.',
    lookAll: 'Decide whom you always accept, and see what was decided',
    looksLike: 'Not {name}: the name only looks like it',
  },
  de: {
    toConfirm: 'Zu bestätigen',
    waiting:
      'Andere haben in Ihrem Namen {n} Eintrag gebucht. Bis Sie ihn annehmen, steht er in keiner Ihrer Zahlen. | Andere haben in Ihrem Namen {n} Einträge gebucht. Bis Sie sie annehmen, stehen sie in keiner Ihrer Zahlen.',
    look: 'Annehmen oder ablehnen',
    whoBooks: 'Andere Betriebe hier können Getreide in Ihrem Namen buchen.',
    lookAll: 'Entscheiden, wen Sie immer annehmen, und Entschiedenes ansehen',
    looksLike: 'Nicht {name}: Der Name sieht nur so aus',
  },
  fr: {
    toConfirm: 'À confirmer',
    waiting:
      'D’autres ont inscrit {n} écriture à votre nom. Tant que vous ne l’acceptez pas, elle n’entre dans aucun de vos chiffres. | D’autres ont inscrit {n} écritures à votre nom. Tant que vous ne les acceptez pas, elles n’entrent dans aucun de vos chiffres.',
    look: 'Accepter ou refuser',
    whoBooks: 'D’autres organisations d’ici peuvent inscrire du grain à votre nom.',
    lookAll: 'Décider qui vous acceptez toujours, et voir ce qui est décidé',
    looksLike: 'Ce n’est pas {name} : le nom lui ressemble seulement',
  },
})
