import type { TradeKindName, TradeStatusName, trades as english } from '../en/trades.ts'
import type { SameAs } from '../writing.ts'

const STATUSES: Record<TradeStatusName, string> = {
  draft: 'Brouillon',
  confirmed: 'Confirmé',
  fulfilled: 'Exécuté',
  closed_short: 'Soldé avec reliquat',
  cancelled: 'Annulé',
}
const KINDS: Record<TradeKindName, string> = { purchase: 'Achat', sale: 'Vente' }

const loadsOf = (loads: number) => (loads === 1 ? 'Un chargement nomme' : `${loads} chargements nomment`)

export const trades: SameAs<typeof english> = {
  tradeStatusName: ({ status }) => STATUSES[status],
  tradeKindName: ({ kind }) => KINDS[kind],
  contractIsWithOthers: () => 'est votre propre organisation ; un contrat se conclut avec quelqu’un d’autre',
  windowEndsBeforeItBegins: () => 'est avant le premier jour de la période',
  windowsHaveTooMuch: ({ windows, contract }, { weight }) =>
    `ne vont pas : les périodes ont ensemble ${weight(windows)}, le contrat ${weight(contract)}`,
  isNoStoreOfYours: ({ id }) => `n’est pas un de vos silos : ${id}`,
  isAboveLimit: ({ limit }) => `ne doit pas dépasser la limite, ${limit}`,
  isBelowLimit: ({ limit }) => `ne doit pas être sous la limite, ${limit}`,
  isNeededOfFixedPrice: () => 'est nécessaire : un prix ferme a un montant, une devise et une unité',
  isOfFixedPrice: () => 'ne vaut que pour un prix ferme',
  tradeIsInUse: ({ loads }) =>
    `${loadsOf(loads)} ce contrat : son partenaire et sa marchandise restent donc, et il ne peut pas être annulé. Retirez d’abord les chargements, ou soldez-le avec reliquat.`,
  windowIsInUse: ({ number }) =>
    `Des chargements nomment la période ${number} de ce contrat : elle reste donc. Changez plutôt ses jours ou son poids.`,
  tradeCannotBecome: ({ from, status }) =>
    `ne peut pas devenir « ${STATUSES[status]} » : le contrat est « ${STATUSES[from]} »`,
  isNoTrade: ({ id }) => `n’est pas un de vos contrats : ${id}`,
  tradeTakesNoLoads: ({ trade, status }) =>
    `est un contrat qui ne prend pas de chargements : ${trade} est « ${STATUSES[status]} »`,
  tradeIsForLoads: ({ trade, kind }) =>
    kind === 'sale'
      ? `est une vente, pour des chargements qui partent chez un acheteur : ${trade}`
      : `est un achat, pour des chargements qu’un vendeur apporte : ${trade}`,
  tradeIsWith: ({ trade, partner }) => `est un contrat avec ${partner} : ${trade}`,
  tradeIsOfStock: ({ trade, stock }) => `est un contrat pour ${stock} : ${trade}`,
  isNoWindowOf: ({ trade }) => `n’est pas une période de ce contrat : ${trade}`,
  harvestHasNoTrade: () =>
    'ne vaut que pour un chargement qu’un vendeur apporte ou qu’un acheteur reçoit : celui-ci vient d’un champ',
  windowNeedsTrade: () => 'a besoin d’un contrat : tradeId',
  tradeHasTooMuch({ trade, over, isWithinTolerance }, { weight }) {
    const tolerance = isWithinTolerance ? ', ce que sa tolérance couvre' : ', plus que sa tolérance'
    return `Le contrat ${trade} est dépassé de ${weight(over)}${tolerance}.`
  },
}
