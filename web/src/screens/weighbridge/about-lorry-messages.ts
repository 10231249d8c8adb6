import { defineMessages } from '../../i18n/messages.ts'

/** Texts of all that is known of a lorry and a partner before anything is weighed. */
export const aboutLorryMessages = defineMessages({
  en: {
    ended: '{scheme} of {partner} ended on {day}.',
    ends: '{scheme} of {partner} ends on {day}.',
    haulierEnded: '{scheme} of {partner}, the haulier, ended on {day}.',
    haulierEnds: '{scheme} of {partner}, the haulier, ends on {day}.',
    lastLoads: 'Carried last for us: {loads}',
  },
  de: {
    ended: '{scheme} von {partner} ist abgelaufen am {day}.',
    ends: '{scheme} von {partner} läuft ab am {day}.',
    haulierEnded: '{scheme} von {partner} (Spedition) ist abgelaufen am {day}.',
    haulierEnds: '{scheme} von {partner} (Spedition) läuft ab am {day}.',
    lastLoads: 'Zuletzt für uns gefahren: {loads}',
  },
  fr: {
    ended: '{scheme} de {partner} a expiré le {day}.',
    ends: '{scheme} de {partner} expire le {day}.',
    haulierEnded: '{scheme} de {partner} (transporteur) a expiré le {day}.',
    haulierEnds: '{scheme} de {partner} (transporteur) expire le {day}.',
    lastLoads: 'Derniers transports pour nous : {loads}',
  },
})
