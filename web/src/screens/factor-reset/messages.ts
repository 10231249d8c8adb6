import { defineMessages } from '../../i18n/messages.ts'

export const messages = defineMessages({
  en: {
    title: 'Your second factor is lost',
    lead: 'This takes your second factors away and ends your sessions. Then sign in with your password, and set up new ones.',
    code: 'Code of the one-time link',
    go: 'Take them away',
    toSignIn: 'Sign in',
  },
  de: {
    title: 'Ihr zweiter Faktor ist verloren',
    lead: 'Dies entfernt Ihre zweiten Faktoren und beendet Ihre Sitzungen. Melden Sie sich dann mit Ihrem Passwort an, und richten Sie neue ein.',
    code: 'Code des Einmal-Links',
    go: 'Entfernen',
    toSignIn: 'Anmelden',
  },
  fr: {
    title: 'Votre second facteur est perdu',
    lead: 'Ceci retire vos seconds facteurs et termine vos sessions. Connectez-vous ensuite avec votre mot de passe et configurez-en de nouveaux.',
    code: 'Code du lien à usage unique',
    go: 'Les retirer',
    toSignIn: 'Se connecter',
  },
})
