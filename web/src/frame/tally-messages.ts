import { defineMessages } from '../i18n/messages.ts'

export const tallyMessages = defineMessages({
  en: {
    required: '{n} action required | {n} actions required',
    unread: '{n} unread message | {n} unread messages',
  },
  de: {
    required: '{n} ist zu erledigen | {n} sind zu erledigen',
    unread: '{n} ungelesene Nachricht | {n} ungelesene Nachrichten',
  },
  fr: {
    required: '{n} action à faire | {n} actions à faire',
    unread: '{n} message non lu | {n} messages non lus',
  },
})
