import { defineHelp } from '../../ui/help.ts'
import { partNames } from './part-messages.ts'

export const help = defineHelp(partNames, {
  en: {
    about:
      'What is set for you, for your organisation, for this device and, if you run it, for the installation.',
    figures: {
      me: 'Your name, password and sessions, saved views, and how tables look for you on every device.',
      people: 'Who may do what. A role counts from the next request on.',
      keys: 'For programs. A key is shown once, when it is made.',
      webhooks:
        'Programs that are told what happens. Attempts counts how often an event was sent; what failed can be sent again.',
      audit: 'Who did what, from where, and what changed by it. Secrets are dots.',
      reasons:
        'Why stock may be corrected. Loss, gain or both says which way a reason may change the weight.',
      sources: 'Where varieties, classes and limits are from, and how old each list is.',
      platform: 'Mail and other work that waits or was given up, the cache, and how much is logged.',
    },
  },
  de: {
    about:
      'Was für Sie, Ihren Betrieb, dieses Gerät und, wenn Sie sie betreiben, für die Installation eingestellt ist.',
    figures: {
      me: 'Ihr Name, Passwort und Ihre Sitzungen, gespeicherte Ansichten, und wie Tabellen für Sie auf jedem Gerät aussehen.',
      people: 'Wer was darf. Eine Rolle gilt ab der nächsten Anfrage.',
      keys: 'Für Programme. Ein Schlüssel ist einmal zu sehen, wenn er gemacht wird.',
      webhooks:
        'Programme, die erfahren, was geschieht. Versuche zählt, wie oft ein Ereignis gesendet wurde; was scheiterte, lässt sich noch einmal senden.',
      audit: 'Wer was getan hat, von wo, und was sich dadurch änderte. Geheimes sind Punkte.',
      reasons:
        'Warum Bestand berichtigt werden darf. Verlust, Zugang oder beides sagt, wohin ein Grund das Gewicht ändern darf.',
      sources: 'Woher Sorten, Klassen und Grenzwerte kommen, und wie alt jede Liste ist.',
      platform:
        'Mails und andere Arbeit, die wartet oder aufgegeben wurde, der Zwischenspeicher, und wie viel protokolliert wird.',
    },
  },
  fr: {
    about:
      'Ce qui est réglé pour vous, pour votre organisation, pour cet appareil et, si vous la gérez, pour l’installation.',
    figures: {
      me: 'Votre nom, votre mot de passe, vos sessions, vos vues, et l’aspect des tableaux pour vous sur tous vos appareils.',
      people: 'Qui peut faire quoi. Un rôle vaut dès la requête suivante.',
      keys: 'Pour les programmes. Une clé est montrée une fois, quand elle est créée.',
      webhooks:
        'Les programmes qui apprennent ce qui se passe. Les essais comptent combien de fois un événement a été envoyé ; ce qui a échoué peut être renvoyé.',
      audit: 'Qui a fait quoi, d’où, et ce qui a changé. Les secrets sont des points.',
      reasons:
        'Pourquoi un stock peut être corrigé. Perte, gain ou les deux dit dans quel sens un motif peut changer le poids.',
      sources: 'D’où viennent les variétés, les classes et les limites, et l’âge de chaque liste.',
      platform:
        'Les courriels et autres travaux en attente ou abandonnés, le cache, et ce qui est journalisé.',
    },
  },
})
