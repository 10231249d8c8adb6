import { defineMessages } from '../i18n/messages.ts'

export const tallyMessages = defineMessages({
  en: { required: '{n} action required | {n} actions required' },
  de: { required: '{n} ist zu erledigen | {n} sind zu erledigen' },
  fr: { required: '{n} action à faire | {n} actions à faire' },
})
