import { defineMessages } from '../i18n/messages.ts'

/** What the line above a title is called by a screen reader. */
export const siblingsMessages = defineMessages({
  en: { beside: 'Screens beside this one' },
  de: { beside: 'Seiten neben dieser' },
  fr: { beside: 'Pages à côté de celle-ci' },
})
