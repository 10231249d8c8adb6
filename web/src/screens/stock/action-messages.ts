import { defineMessages } from '../../i18n/messages.ts'

/** Texts for the actions on a record. */
export const actionMessages = defineMessages({
  en: {
    count: 'Count',
    sample: 'Sample',
    move: 'Move',
    blend: 'Blend',
    describe: 'Grade, year, tags',
  },
  de: {
    count: 'Zählen',
    sample: 'Probe',
    move: 'Umlagern',
    blend: 'Mischen',
    describe: 'Klasse, Jahr, Merkmale',
  },
  fr: {
    count: 'Compter',
    sample: 'Échantillon',
    move: 'Déplacer',
    blend: 'Mélanger',
    describe: 'Classe, année, mentions',
  },
})
