import { defineMessages } from '../i18n/messages.ts'

/** Messages on entries that wait on this device until somebody signs in. */
export const waitingMessages = defineMessages({
  en: {
    untilSignIn: '{n} entry waits until you sign in | {n} entries wait until you sign in',
    ofOthers:
      '{n} entry of {organisation} waits on this device until somebody of {organisation} signs in | {n} entries of {organisation} wait on this device until somebody of {organisation} signs in',
  },
  de: {
    untilSignIn: '{n} Eintrag wartet, bis Sie sich anmelden | {n} Einträge warten, bis Sie sich anmelden',
    ofOthers:
      '{n} Eintrag von {organisation} wartet auf diesem Gerät, bis sich jemand von {organisation} anmeldet | {n} Einträge von {organisation} warten auf diesem Gerät, bis sich jemand von {organisation} anmeldet',
  },
  fr: {
    untilSignIn:
      '{n} saisie attend que vous vous connectiez | {n} saisies attendent que vous vous connectiez',
    ofOthers:
      '{n} saisie de {organisation} attend sur cet appareil que quelqu’un de {organisation} se connecte | {n} saisies de {organisation} attendent sur cet appareil que quelqu’un de {organisation} se connecte',
  },
})
