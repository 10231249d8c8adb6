import { defineMessages } from '../i18n/messages.ts'

/** Texts of all lists, whatever they contain. */
export const listMessages = defineMessages({
  en: {
    filters: 'Filters',
    set: 'Filters ({n})',
    clear: 'Clear all',
    excel: 'Excel',
    asExcel: 'Save for Excel',
    csv: 'CSV',
    asCsv: 'Save as CSV',
    pdf: 'PDF',
    asPdf: 'Save as PDF',
    actions: 'More to do',
  },
  de: {
    filters: 'Filter',
    set: 'Filter ({n})',
    clear: 'Alle aufheben',
    excel: 'Excel',
    asExcel: 'Für Excel speichern',
    csv: 'CSV',
    asCsv: 'Als CSV speichern',
    pdf: 'PDF',
    asPdf: 'Als PDF speichern',
    actions: 'Mehr tun',
  },
  fr: {
    filters: 'Filtres',
    set: 'Filtres ({n})',
    clear: 'Tout effacer',
    excel: 'Excel',
    asExcel: 'Enregistrer pour Excel',
    csv: 'CSV',
    asCsv: 'Enregistrer en CSV',
    pdf: 'PDF',
    asPdf: 'Enregistrer en PDF',
    actions: 'Autres actions',
  },
})
