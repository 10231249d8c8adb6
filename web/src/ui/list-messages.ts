import { defineMessages } from '../i18n/messages.ts'

/** Texts of all lists, whatever they contain. */
export const listMessages = defineMessages({
  en: { filters: 'Filters', set: 'Filters ({n})', clear: 'Clear all', csv: 'As CSV', actions: 'More to do' },
  de: { filters: 'Filter', set: 'Filter ({n})', clear: 'Alle aufheben', csv: 'Als CSV', actions: 'Mehr tun' },
  fr: {
    filters: 'Filtres',
    set: 'Filtres ({n})',
    clear: 'Tout effacer',
    csv: 'En CSV',
    actions: 'Autres actions',
  },
})
