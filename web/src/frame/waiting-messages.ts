import { defineMessages } from '../i18n/messages.ts'

/** Messages on tickets that wait on this device until somebody signs in. */
export const waitingMessages = defineMessages({
  en: {
    untilSignIn: '{n} ticket waits until you sign in | {n} tickets wait until you sign in',
    ofOthers:
      '{n} ticket of {organisation} waits on this device until somebody of {organisation} signs in | {n} tickets of {organisation} wait on this device until somebody of {organisation} signs in',
  },
  de: {
    untilSignIn:
      '{n} Wiegeschein wartet, bis Sie sich anmelden | {n} Wiegescheine warten, bis Sie sich anmelden',
    ofOthers:
      '{n} Wiegeschein von {organisation} wartet auf diesem Gerät, bis sich jemand von {organisation} anmeldet | {n} Wiegescheine von {organisation} warten auf diesem Gerät, bis sich jemand von {organisation} anmeldet',
  },
  fr: {
    untilSignIn:
      '{n} bon de pesée attend que vous vous connectiez | {n} bons de pesée attendent que vous vous connectiez',
    ofOthers:
      '{n} bon de pesée de {organisation} attend sur cet appareil que quelqu’un de {organisation} se connecte | {n} bons de pesée de {organisation} attendent sur cet appareil que quelqu’un de {organisation} se connecte',
  },
})
