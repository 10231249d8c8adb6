import { defineMessages } from '../i18n/messages.ts'

/** The name of the line above a title, for screen readers. */
export const siblingsMessages = defineMessages({
  en: { beside: 'Screens beside this one' },
  de: { beside: 'Seiten neben dieser' },
  fr: { beside: 'Pages à côté de celle-ci' },
})
