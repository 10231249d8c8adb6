import { defineMessages } from '../i18n/messages.ts'

/** Messages about trouble with what this browser stores. */
export const storeMessages = defineMessages({
  en: {
    newer: 'Another tab has a newer version of this page. What you typed is kept; the page loads again.',
    older: 'This page is older than what is kept here. Load the new version to go on; nothing is lost.',
    refuses:
      'This browser keeps nothing: its storage is full or not allowed. Tickets can only be sent at once, printed, or written down.',
    load: 'Load it',
  },
  de: {
    newer:
      'Ein anderer Tab hat eine neuere Version dieser Seite. Was Sie eingegeben haben, bleibt; die Seite lädt neu.',
    older:
      'Diese Seite ist älter als das, was hier aufbewahrt ist. Laden Sie die neue Version; nichts geht verloren.',
    refuses:
      'Dieser Browser bewahrt nichts auf: Sein Speicher ist voll oder gesperrt. Wiegescheine lassen sich nur sofort senden, drucken oder aufschreiben.',
    load: 'Neu laden',
  },
  fr: {
    newer:
      'Un autre onglet a une version plus récente de cette page. Votre saisie est conservée ; la page se recharge.',
    older:
      'Cette page est plus ancienne que ce qui est conservé ici. Chargez la nouvelle version ; rien n’est perdu.',
    refuses:
      'Ce navigateur ne conserve rien : sa mémoire est pleine ou interdite. Les bons de pesée ne peuvent qu’être envoyés tout de suite, imprimés ou notés.',
    load: 'Recharger',
  },
})
