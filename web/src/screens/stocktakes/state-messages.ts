import { defineMessages } from '../../i18n/messages.ts'

/** Names of the states of a line. */
export const stateMessages = defineMessages({
  en: {
    open: 'not counted',
    counted: 'counted',
    recount: 'to be counted again',
    unknown_stock: 'which stock is it?',
    several_parcels: 'of which parcel?',
    left_out: 'left out',
  },
  de: {
    open: 'nicht gezählt',
    counted: 'gezählt',
    recount: 'noch einmal zu zählen',
    unknown_stock: 'welche Ware ist das?',
    several_parcels: 'von welcher Partie?',
    left_out: 'ausgelassen',
  },
  fr: {
    open: 'pas compté',
    counted: 'compté',
    recount: 'à recompter',
    unknown_stock: 'quelle marchandise ?',
    several_parcels: 'de quel lot ?',
    left_out: 'laissé de côté',
  },
})
