import { defineMessages } from '../../i18n/messages.ts'

export const recoveryMessages = defineMessages({
  en: {
    saveText: 'Save as text',
    print: 'Print',
    sheetTitle: 'Recovery codes of {email}',
    sheetHint:
      'Each code is good once, in place of a second factor. Keep the sheet where nobody else finds it.',
  },
  de: {
    saveText: 'Als Text sichern',
    print: 'Drucken',
    sheetTitle: 'Wiederherstellungscodes von {email}',
    sheetHint:
      'Jeder Code gilt einmal, anstelle eines zweiten Faktors. Verwahren Sie das Blatt, wo es sonst niemand findet.',
  },
  fr: {
    saveText: 'Enregistrer en texte',
    print: 'Imprimer',
    sheetTitle: 'Codes de secours de {email}',
    sheetHint:
      'Chaque code vaut une fois, à la place d’un second facteur. Gardez la feuille là où personne d’autre ne la trouve.',
  },
})
