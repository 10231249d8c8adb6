import { defineMessages } from '../../i18n/messages.ts'

/** Texts of the table of capacities. */
export const capacityMessages = defineMessages({
  en: {
    all: 'All capacities',
    title: 'What each bay takes, in {columnUnit}',
    hint: 'An empty cell is no limit. A block copied from a spreadsheet is put in from the cell it is pasted in.',
    bay: 'Bay',
    cell: '{bay}, {grain}, {unit}',
    add: 'Another crop',
    choose: 'Choose…',
    save: 'Save {n} bay | Save {n} bays',
    nothing: 'Nothing has changed',
    wrong: '{n} figure cannot be read as a weight. | {n} figures cannot be read as weights.',
    left: '{n} pasted figure lay beyond the table. | {n} pasted figures lay beyond the table.',
  },
  de: {
    all: 'Fassungsvermögen aller Boxen',
    title: 'Was jede Box fasst, in {columnUnit}',
    hint: 'Eine leere Zelle ist keine Grenze. Ein aus einer Tabelle kopierter Block wird ab der Zelle eingesetzt, in die Sie ihn einfügen.',
    bay: 'Box',
    cell: '{bay}, {grain}, {unit}',
    add: 'Weitere Frucht',
    choose: 'Wählen…',
    save: '{n} Box speichern | {n} Boxen speichern',
    nothing: 'Nichts ist geändert',
    wrong: '{n} Zahl ist nicht als Gewicht zu lesen. | {n} Zahlen sind nicht als Gewicht zu lesen.',
    left: '{n} eingefügte Zahl lag außerhalb der Tabelle. | {n} eingefügte Zahlen lagen außerhalb der Tabelle.',
  },
  fr: {
    all: 'Toutes les capacités',
    title: 'Ce que prend chaque cellule, en {columnUnit}',
    hint: 'Une case vide ne limite rien. Un bloc copié d’un tableur est placé à partir de la case où vous le collez.',
    bay: 'Cellule',
    cell: '{bay}, {grain}, {unit}',
    add: 'Une autre culture',
    choose: 'Choisir…',
    save: 'Enregistrer {n} cellule | Enregistrer {n} cellules',
    nothing: 'Rien n’a changé',
    wrong: '{n} chiffre ne se lit pas comme un poids. | {n} chiffres ne se lisent pas comme des poids.',
    left: '{n} chiffre collé dépassait le tableau. | {n} chiffres collés dépassaient le tableau.',
  },
})
