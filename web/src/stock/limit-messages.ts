import { defineMessages } from '../i18n/messages.ts'

/** Texts for the limits that a grade sets for a measure. */
export const messages = defineMessages({
  en: {
    atLeast: 'at least {min}',
    atMost: 'at most {max}',
    between: '{min} to {max}',
    basis: 'at {moisture} % moisture',
  },
  de: {
    atLeast: 'mindestens {min}',
    atMost: 'höchstens {max}',
    between: '{min} bis {max}',
    basis: 'bei {moisture} % Feuchte',
  },
  fr: {
    atLeast: 'au moins {min}',
    atMost: 'au plus {max}',
    between: '{min} à {max}',
    basis: 'à {moisture} % d’humidité',
  },
})
