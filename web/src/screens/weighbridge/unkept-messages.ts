import { defineMessages } from '../../i18n/messages.ts'

/** Texts for a device that cannot store tickets. */
export const messages = defineMessages({
  en: {
    cannotKeep:
      'This device cannot keep tickets: its storage is full or not allowed. Send {vehicle} now, print it, or write it down; it is gone when the page is closed.',
    sendNow: 'Send now',
    print: 'Print it',
    notSent: 'It was not sent: the service did not answer.',
  },
  de: {
    cannotKeep:
      'Dieses Gerät kann keine Wiegescheine aufbewahren: Sein Speicher ist voll oder gesperrt. Senden Sie {vehicle} jetzt, drucken Sie den Wiegeschein oder schreiben Sie ihn auf; er ist weg, wenn die Seite geschlossen wird.',
    sendNow: 'Jetzt senden',
    print: 'Ausdrucken',
    notSent: 'Nicht gesendet: Der Dienst hat nicht geantwortet.',
  },
  fr: {
    cannotKeep:
      'Cet appareil ne peut pas conserver de tickets : sa mémoire est pleine ou interdite. Envoyez {vehicle} maintenant, imprimez le ticket ou notez-le ; il sera perdu à la fermeture de la page.',
    sendNow: 'Envoyer maintenant',
    print: 'L’imprimer',
    notSent: 'Non envoyé : le service n’a pas répondu.',
  },
})
