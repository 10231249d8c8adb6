import { defineHelp } from '../../ui/help.ts'
import { partNames } from './part-messages.ts'

export const help = defineHelp(partNames, {
  en: {
    about:
      'What is set for you, for your organisation, for this device and, if you run it, for the installation.',
    figures: {
      me: 'Your name, password and sessions, saved views, how tables look for you, and what is kept about you: to download or to erase.',
      people: 'Who may do what. A role counts from the next request on.',
      keys: 'For programs. A key is shown once, when it is made.',
      organisation:
        'Its name and rules, an archive of all that it has, and its deletion, which any owner withdraws within 30 days.',
      webhooks:
        'Programs that are told what happens. Attempts counts how often an event was sent; what failed can be sent again.',
      'sign-in':
        'The provider by which your people sign in. It signs nobody in before a domain of their addresses is proved; nobody becomes an administrator of the house by it.',
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
      me: 'Ihr Name, Passwort und Ihre Sitzungen, gespeicherte Ansichten, wie Tabellen für Sie aussehen, und was über Sie aufbewahrt wird: zum Herunterladen oder Löschen.',
      people: 'Wer was darf. Eine Rolle gilt ab der nächsten Anfrage.',
      keys: 'Für Programme. Ein Schlüssel ist einmal zu sehen, wenn er gemacht wird.',
      organisation:
        'Name und Regeln, ein Archiv von allem, und die Löschung, die jeder Hauptadministrator 30 Tage lang zurücknehmen kann.',
      webhooks:
        'Programme, die erfahren, was geschieht. Versuche zählt, wie oft ein Ereignis gesendet wurde; was scheiterte, lässt sich noch einmal senden.',
      'sign-in':
        'Der Anmeldedienst, über den sich Ihre Leute anmelden. Er meldet niemanden an, bevor eine Domain ihrer Adressen nachgewiesen ist; Hauptadministrator wird dadurch niemand.',
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
      me: 'Votre nom, votre mot de passe, vos sessions, vos vues, l’aspect des tableaux, et ce qui est conservé sur vous : à télécharger ou à effacer.',
      people: 'Qui peut faire quoi. Un rôle vaut dès la requête suivante.',
      keys: 'Pour les programmes. Une clé est montrée une fois, quand elle est créée.',
      organisation:
        'Son nom et ses règles, une archive de tout, et sa suppression, que tout administrateur principal peut retirer pendant 30 jours.',
      webhooks:
        'Les programmes qui apprennent ce qui se passe. Les essais comptent combien de fois un événement a été envoyé ; ce qui a échoué peut être renvoyé.',
      'sign-in':
        'Le fournisseur par lequel vos collaborateurs se connectent. Il ne connecte personne avant qu’un domaine de leurs adresses soit prouvé ; il ne fait de personne un administrateur principal.',
      audit: 'Qui a fait quoi, d’où, et ce qui a changé. Les secrets sont des points.',
      reasons:
        'Pourquoi un stock peut être corrigé. Perte, gain ou les deux dit dans quel sens un motif peut changer le poids.',
      sources: 'D’où viennent les variétés, les classes et les limites, et l’âge de chaque liste.',
      platform:
        'Les courriels et autres travaux en attente ou abandonnés, le cache, et ce qui est journalisé.',
    },
  },
})
