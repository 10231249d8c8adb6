import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about:
      'A table from a spreadsheet, in six steps. It is tried first; nothing is entered before the last one, and a file sent twice adds nothing.',
    figures: {
      columns: 'What each column of the file is read as, with its unit and its decimal mark.',
      rows: 'How many rows are good, wrong, or name something that is not there yet.',
      sums: 'What the rows add up to by grain, store and owner, beside the sums that the file has of its own.',
      entering: 'How many rows are in the book. It goes on when you leave.',
    },
  },
  de: {
    about:
      'Eine Tabelle in sechs Schritten. Sie wird erst geprüft; eingetragen wird nichts vor dem letzten, und eine Datei, die zweimal kommt, fügt nichts hinzu.',
    figures: {
      columns: 'Als was jede Spalte der Datei gelesen wird, mit Einheit und Dezimalzeichen.',
      rows: 'Wie viele Zeilen gut sind, falsch, oder etwas nennen, was es noch nicht gibt.',
      sums: 'Was die Zeilen ergeben, nach Frucht, Lager und Eigentümer, neben den Summen, die die Datei selbst hat.',
      entering: 'Wie viele Zeilen gebucht sind. Es geht weiter, wenn Sie fortgehen.',
    },
  },
  fr: {
    about:
      'Un tableau en six étapes. Il est d’abord essayé ; rien n’est saisi avant la dernière, et un fichier envoyé deux fois n’ajoute rien.',
    figures: {
      columns: 'Comment chaque colonne du fichier est lue, avec son unité et son signe décimal.',
      rows: 'Combien de lignes sont bonnes, fausses, ou nomment ce qui n’existe pas encore.',
      sums: 'Ce que font les lignes par grain, silo et propriétaire, à côté des sommes que le fichier a lui-même.',
      entering: 'Combien de lignes sont au registre. Cela continue quand vous partez.',
    },
  },
})
