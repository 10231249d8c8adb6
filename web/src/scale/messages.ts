import { defineMessages } from '../i18n/messages.ts'

/** Texts about the indicator, beside the figure. */
export const scaleMessages = defineMessages({
  en: {
    connect: 'Connect the indicator',
    stable: 'Stable',
    moving: 'Moving',
    settings: 'Scale and printer',
  },
  de: {
    connect: 'Anzeige verbinden',
    stable: 'Steht',
    moving: 'Bewegt sich',
    settings: 'Waage und Drucker',
  },
  fr: {
    connect: 'Connecter l’indicateur',
    stable: 'Stable',
    moving: 'En mouvement',
    settings: 'Bascule et imprimante',
  },
})
