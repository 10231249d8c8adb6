import { defineMessages } from '../../i18n/messages.ts'

export const mineMessages = defineMessages({
  en: {
    density: 'Rows of tables',
    roomy: 'Roomy',
    compact: 'Close together',
    densityHint: 'On computers with a mouse. On a touch screen rows stay large enough for fingers.',
  },
  de: {
    density: 'Zeilen der Tabellen',
    roomy: 'Luftig',
    compact: 'Dicht',
    densityHint: 'An Rechnern mit Maus. Auf Berührbildschirmen bleiben Zeilen groß genug für Finger.',
  },
  fr: {
    density: 'Lignes des tableaux',
    roomy: 'Aérées',
    compact: 'Serrées',
    densityHint:
      'Sur les ordinateurs avec une souris. Sur un écran tactile, les lignes restent assez grandes pour les doigts.',
  },
})
