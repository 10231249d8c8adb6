import { defineMessages } from '../../i18n/messages.ts'

/** Texts for the ways on if a ticket would be refused. */
export const messages = defineMessages({
  en: {
    writeUp: '{kg} {scaleUnit} more than the book: write them up and go',
    writeUpReason: 'The bay is empty then. Entered with the reason “Bay emptied”.',
    enterLate: 'Enter it on {open}, as of {day}',
    mayNotWriteUp: 'Whoever may count stock may write it up: ask a manager.',
  },
  de: {
    writeUp: '{kg} {scaleUnit} mehr als im Buch: zubuchen und losfahren',
    writeUpReason: 'Die Box ist dann leer. Eingetragen mit dem Grund „Box geleert“.',
    enterLate: 'Am {open} eintragen, als Fuhre vom {day}',
    mayNotWriteUp: 'Zubuchen darf, wer Bestände zählen darf: Fragen Sie die Leitung.',
  },
  fr: {
    writeUp: '{kg} {scaleUnit} de plus que le registre : les inscrire et partir',
    writeUpReason: 'La cellule est alors vide. Inscrit avec le motif « cellule vidée ».',
    enterLate: 'L’inscrire au {open}, comme chargement du {day}',
    mayNotWriteUp: 'Seul qui peut compter le stock peut l’inscrire : demandez à un responsable.',
  },
})
