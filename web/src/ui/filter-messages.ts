import { defineMessages } from '../i18n/messages.ts'

export const filterMessages = defineMessages({
  en: { filters: 'Filters', set: 'Filters ({n})', clear: 'Clear all' },
  de: { filters: 'Filter', set: 'Filter ({n})', clear: 'Alle aufheben' },
  fr: { filters: 'Filtres', set: 'Filtres ({n})', clear: 'Tout effacer' },
})
