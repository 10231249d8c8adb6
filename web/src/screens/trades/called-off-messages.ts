import { defineMessages } from '../../i18n/messages.ts'

/** Texts of the orders under a contract. */
export const calledOffMessages = defineMessages({
  en: {
    orders: 'Orders',
    none: 'Nothing was called off yet.',
    callOff: 'Call off',
    left: '{t} {stockUnit} left',
    leftLoads: '{n} load left | {n} loads left',
    done: 'Done',
    cancelled: 'Cancelled',
  },
  de: {
    orders: 'Aufträge',
    none: 'Noch ist nichts abgerufen.',
    callOff: 'Abrufen',
    left: '{t} {stockUnit} offen',
    leftLoads: '{n} Fuhre offen | {n} Fuhren offen',
    done: 'Erledigt',
    cancelled: 'Storniert',
  },
  fr: {
    orders: 'Ordres',
    none: 'Rien n’a encore été appelé.',
    callOff: 'Appeler',
    left: 'reste {t} {stockUnit}',
    leftLoads: 'reste {n} chargement | restent {n} chargements',
    done: 'Terminé',
    cancelled: 'Annulé',
  },
})
