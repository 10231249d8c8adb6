import { defineMessages } from '../i18n/messages.ts'

export const attachMessages = defineMessages({
  en: {
    photo: 'Photo',
    file: 'File',
    sending: 'Sending…',
    takeOff: 'Take {name} off',
    open: 'Open {name}',
    attached: 'Files to send along',
  },
  de: {
    photo: 'Foto',
    file: 'Datei',
    sending: 'Wird gesendet …',
    takeOff: '{name} weglassen',
    open: '{name} öffnen',
    attached: 'Dateien, die mitgehen',
  },
  fr: {
    photo: 'Photo',
    file: 'Fichier',
    sending: 'Envoi…',
    takeOff: 'Retirer {name}',
    open: 'Ouvrir {name}',
    attached: 'Fichiers joints',
  },
})
