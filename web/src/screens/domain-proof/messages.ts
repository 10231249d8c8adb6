import { defineMessages } from '../../i18n/messages.ts'

export const messages = defineMessages({
  en: {
    title: 'Prove the domain',
    lead: 'With this you confirm that the organisation in the mail may sign in people with an address of your domain. If you do not know it, close this page.',
    code: 'Code of the link',
    go: 'Prove the domain',
    toSettings: 'To the settings',
  },
  de: {
    title: 'Domain nachweisen',
    lead: 'Damit bestätigen Sie, dass der Betrieb aus der E-Mail Personen mit einer Adresse Ihrer Domain anmelden darf. Wenn Sie ihn nicht kennen, schließen Sie diese Seite.',
    code: 'Code des Links',
    go: 'Domain nachweisen',
    toSettings: 'Zu den Einstellungen',
  },
  fr: {
    title: 'Prouver le domaine',
    lead: 'Vous confirmez ainsi que l’organisation nommée dans le message peut connecter des personnes avec une adresse de votre domaine. Si vous ne la connaissez pas, fermez cette page.',
    code: 'Code du lien',
    go: 'Prouver le domaine',
    toSettings: 'Vers les réglages',
  },
})
