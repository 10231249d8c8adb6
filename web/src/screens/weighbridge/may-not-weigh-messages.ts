import { defineMessages } from '../../i18n/messages.ts'

/** The note for a role that may not weigh. */
export const mayNotWeighMessages = defineMessages({
  en: {
    mayNotWeigh:
      'Your role sees what is weighed, and weighs nothing itself: what is entered here cannot be saved.',
  },
  de: {
    mayNotWeigh:
      'Ihre Rolle sieht, was gewogen wird, und wiegt nicht selbst: Was hier eingegeben wird, lässt sich nicht speichern.',
  },
  fr: {
    mayNotWeigh:
      'Votre rôle voit ce qui est pesé et ne pèse pas : ce qui est saisi ici ne peut pas être enregistré.',
  },
})
