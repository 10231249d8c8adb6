import { defineMessages } from '../../i18n/messages.ts'

/** Texts by which a contract is confirmed, ended or let go on. */
export const statusMessages = defineMessages({
  en: {
    confirm: 'Confirm',
    fulfil: 'It is fulfilled',
    closeShort: 'Close short',
    cancelIt: 'Cancel it',
    goOn: 'Let it go on',
    cancelHint: 'Loads name it. Take them off it first, or close it short.',
    closeTitle: 'Close the contract short',
    closeHint: 'No more loads can name it. What has moved under it stays, and it can be let go on.',
    closeNow: 'Close it with {t} {stockUnit} left',
    cancelTitle: 'Cancel the contract',
    cancelWarning: 'It stays in the list as cancelled. This cannot be undone.',
    cancelNow: 'Cancel the contract',
    reason: 'Reason',
  },
  de: {
    confirm: 'Bestätigen',
    fulfil: 'Ist erfüllt',
    closeShort: 'Mit Mindermenge schließen',
    cancelIt: 'Stornieren',
    goOn: 'Weiterlaufen lassen',
    cancelHint: 'Fuhren nennen ihn. Nehmen Sie sie zuerst heraus, oder schließen Sie ihn mit Mindermenge.',
    closeTitle: 'Den Kontrakt mit Mindermenge schließen',
    closeHint:
      'Keine Fuhre kann ihn mehr nennen. Was darunter bewegt wurde, bleibt, und er kann wieder weiterlaufen.',
    closeNow: 'Mit {t} {stockUnit} offen schließen',
    cancelTitle: 'Den Kontrakt stornieren',
    cancelWarning: 'Er bleibt als storniert in der Liste. Das lässt sich nicht rückgängig machen.',
    cancelNow: 'Kontrakt stornieren',
    reason: 'Grund',
  },
  fr: {
    confirm: 'Confirmer',
    fulfil: 'Il est exécuté',
    closeShort: 'Solder avec reliquat',
    cancelIt: 'Annuler',
    goOn: 'Le laisser continuer',
    cancelHint: 'Des chargements le nomment. Retirez-les d’abord, ou soldez-le avec reliquat.',
    closeTitle: 'Solder le contrat avec reliquat',
    closeHint:
      'Plus aucun chargement ne peut le nommer. Ce qui a été livré reste, et il peut ensuite continuer.',
    closeNow: 'Solder en laissant {t} {stockUnit}',
    cancelTitle: 'Annuler le contrat',
    cancelWarning: 'Il reste dans la liste comme annulé. On ne peut pas revenir en arrière.',
    cancelNow: 'Annuler le contrat',
    reason: 'Raison',
  },
})
