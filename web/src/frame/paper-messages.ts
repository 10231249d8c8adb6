import { defineMessages } from '../i18n/messages.ts'

/** Names of papers, and of their files for programs, on the buttons that save them. */
export const paperMessages = defineMessages({
  en: {
    ticket: 'Ticket (PDF)',
    passport: 'Grain passport (PDF)',
    recall: 'Recall sheet (PDF)',
    statement: 'Owner’s statement (PDF)',
    stock: 'Stock report (PDF)',
    countSheet: 'Count sheet (PDF)',
    checks: 'Bay checks (PDF)',
    stocktake: 'Certificate (PDF)',
    charges: 'Statement (PDF)',
    epcis: 'EPCIS (JSON)',
    failed: 'The file could not be made.',
    unprintable: 'Papers have no face for the letters of {names}: they stand as question marks.',
  },
  de: {
    ticket: 'Wiegeschein (PDF)',
    passport: 'Getreidepass (PDF)',
    recall: 'Rückrufblatt (PDF)',
    statement: 'Auszug des Eigentümers (PDF)',
    stock: 'Bestandsbericht (PDF)',
    countSheet: 'Zählliste (PDF)',
    checks: 'Kontrollen (PDF)',
    stocktake: 'Inventurprotokoll (PDF)',
    charges: 'Abrechnung (PDF)',
    epcis: 'EPCIS (JSON)',
    failed: 'Die Datei konnte nicht erstellt werden.',
    unprintable:
      'Für die Zeichen von {names} gibt es auf Papier keine Schrift: Sie stehen dort als Fragezeichen.',
  },
  fr: {
    ticket: 'Bon de pesée (PDF)',
    passport: 'Passeport céréales (PDF)',
    recall: 'Fiche de rappel (PDF)',
    statement: 'Relevé du propriétaire (PDF)',
    stock: 'État des stocks (PDF)',
    countSheet: 'Feuille de comptage (PDF)',
    checks: 'Contrôles (PDF)',
    stocktake: 'Procès-verbal (PDF)',
    charges: 'Relevé (PDF)',
    epcis: 'EPCIS (JSON)',
    failed: 'Le fichier n’a pas pu être créé.',
    unprintable: 'Le papier n’a pas de police pour {names} : des points d’interrogation les remplacent.',
  },
})
