import { defineMessages } from '../../i18n/messages.ts'

/** Texts of the orders that expect a lorry. */
export const expectedMessages = defineMessages({
  en: {
    expected: 'Open orders for this lorry',
    left: '{t} {stockUnit} left',
    leftLoads: '{n} load left | {n} loads left',
  },
  de: {
    expected: 'Offene Aufträge für diesen Lkw',
    left: '{t} {stockUnit} offen',
    leftLoads: '{n} Fuhre offen | {n} Fuhren offen',
  },
  fr: {
    expected: 'Ordres ouverts pour ce camion',
    left: 'reste {t} {stockUnit}',
    leftLoads: 'reste {n} chargement | restent {n} chargements',
  },
})
