import { defineMessages } from '../i18n/messages.ts'

/** Messages that ask a person who signs out. */
export const signOutMessages = defineMessages({
  en: {
    signOut: 'Sign out',
    stillWaiting:
      '{n} entry on this device is not in the book yet. It goes on its way when somebody of {organisation} signs in here. | {n} entries on this device are not in the book yet. They go on their way when somebody of {organisation} signs in here.',
    leaveAnyway: 'Sign out and leave them here',
    stay: 'Stay signed in',
    halfFilledIn:
      '{n} form on this device is half filled in. What was typed there goes with you. | {n} forms on this device are half filled in. What was typed there goes with you.',
    discardAndLeave: 'Sign out and discard it',
  },
  de: {
    signOut: 'Abmelden',
    stillWaiting:
      '{n} Eintrag auf diesem Gerät ist noch nicht gebucht. Er wird gesendet, sobald sich hier jemand von {organisation} anmeldet. | {n} Einträge auf diesem Gerät sind noch nicht gebucht. Sie werden gesendet, sobald sich hier jemand von {organisation} anmeldet.',
    leaveAnyway: 'Abmelden und hier lassen',
    stay: 'Angemeldet bleiben',
    halfFilledIn:
      '{n} Formular auf diesem Gerät ist halb ausgefüllt. Was darin steht, wird beim Abmelden gelöscht. | {n} Formulare auf diesem Gerät sind halb ausgefüllt. Was darin steht, wird beim Abmelden gelöscht.',
    discardAndLeave: 'Abmelden und verwerfen',
  },
  fr: {
    signOut: 'Se déconnecter',
    stillWaiting:
      '{n} entrée de cet appareil n’est pas encore enregistrée. Elle partira dès que quelqu’un de {organisation} se connectera ici. | {n} entrées de cet appareil ne sont pas encore enregistrées. Elles partiront dès que quelqu’un de {organisation} se connectera ici.',
    leaveAnyway: 'Se déconnecter et les laisser ici',
    stay: 'Rester connecté',
    halfFilledIn:
      '{n} formulaire de cet appareil est à moitié rempli. Ce qui y est saisi sera effacé. | {n} formulaires de cet appareil sont à moitié remplis. Ce qui y est saisi sera effacé.',
    discardAndLeave: 'Se déconnecter et l’effacer',
  },
})
