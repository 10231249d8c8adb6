import { defineMessages } from '../i18n/messages.ts'

/** Texts about access that goes on without a password. */
export const givenOutMessages = defineMessages({
  en: {
    endAll: 'Also end the keys, webhooks and invitations that I made: somebody else may have had my account',
    changed: 'The password is changed. Other devices have to sign in again.',
    goesOn: 'What you gave out goes on without it. If somebody else had your account, look through it:',
    ended: 'What you gave out is ended:',
    api_key: 'Key',
    webhook: 'Webhook',
    invitation: 'Invitation',
  },
  de: {
    endAll:
      'Auch die Schlüssel, Webhooks und Einladungen beenden, die ich gemacht habe: jemand anderes kann mein Konto gehabt haben',
    changed: 'Das Passwort ist geändert. Andere Geräte müssen sich neu anmelden.',
    goesOn:
      'Was Sie ausgegeben haben, gilt weiter. Falls jemand anderes Ihr Konto hatte, sehen Sie es durch:',
    ended: 'Was Sie ausgegeben haben, ist beendet:',
    api_key: 'Schlüssel',
    webhook: 'Webhook',
    invitation: 'Einladung',
  },
  fr: {
    endAll:
      'Mettre fin aussi aux clés, webhooks et invitations que j’ai créés : quelqu’un d’autre a pu avoir mon compte',
    changed: 'Le mot de passe est changé. Les autres appareils doivent se reconnecter.',
    goesOn:
      'Ce que vous avez donné reste valable. Si quelqu’un d’autre a eu votre compte, passez-le en revue :',
    ended: 'Ce que vous avez donné est terminé :',
    api_key: 'Clé',
    webhook: 'Webhook',
    invitation: 'Invitation',
  },
})
