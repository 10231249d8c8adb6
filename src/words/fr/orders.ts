import type { OrderStatusName, orders as english } from '../en/orders.ts'
import type { SameAs } from '../writing.ts'

const STATUSES: Record<OrderStatusName, string> = { open: 'Ouvert', done: 'Terminé', cancelled: 'Annulé' }

export const orders: SameAs<typeof english> = {
  orderStatusName: ({ status }) => STATUSES[status],
  orderNeedsAmount: () => 'est nécessaire, ou un nombre de chargements',
  orderNeedsTradeOr: () => 'est nécessaire, ou un contrat : tradeId',
  isNoBayOfOrder: ({ id }) => `n’est pas une cellule de ce silo : ${id}`,
  orderIsInUse: ({ loads }) =>
    `${loads === 1 ? 'Un chargement nomme' : `${loads} chargements nomment`} cet ordre : il ne peut donc pas être annulé. Retirez d’abord les chargements, ou marquez-le comme terminé.`,
  orderHasEnded: ({ status }) =>
    `L’ordre est « ${STATUSES[status]} » : un chauffeur n’a plus rien à prendre ni à apporter. Rouvrez-le d’abord.`,
  orderCannotBecome: ({ from, status }) =>
    `ne peut pas devenir « ${STATUSES[status]} » : l’ordre est « ${STATUSES[from]} »`,
  isNoOrder: ({ id }) => `n’est pas un de vos ordres : ${id}`,
  orderTakesNoLoads: ({ order, status }) =>
    `est un ordre qui ne prend pas de chargements : ${order} est « ${STATUSES[status]} »`,
  orderIsOfOtherTrade: ({ order }) => `est un ordre d’un autre contrat que celui du chargement : ${order}`,
  orderIsForLoads: ({ order, kind }) =>
    kind === 'sale'
      ? `est un ordre pour des chargements qui partent chez un acheteur : ${order}`
      : `est un ordre pour des chargements qu’un vendeur apporte : ${order}`,
  orderIsWith: ({ order, partner }) => `est un ordre avec ${partner} : ${order}`,
  orderIsOfStock: ({ order, stock }) => `est un ordre pour ${stock} : ${order}`,
  orderHasTooMuch({ order, over, isWithinTolerance }, { weight }) {
    const tolerance = isWithinTolerance ? ', ce que la tolérance du contrat couvre' : ''
    return `L’ordre ${order} est dépassé de ${weight(over)}${tolerance}.`
  },
  orderHasTooManyLoads: ({ order, over }) =>
    `L’ordre ${order} est dépassé de ${over === 1 ? 'un chargement' : `${over} chargements`}.`,
  driverOrder: ({ order }) => (order === '' ? 'Ordre' : `Ordre ${order}`),
  driverNoOrder: () => 'Cet ordre n’existe pas',
  driverNoOrderWhy: () =>
    'Il est terminé ou retiré, ou l’adresse est fausse. Demandez à qui vous l’a donnée.',
  driverOf: () => 'Donneur d’ordre',
  driverNumber: () => 'À dire au pont-bascule',
  driverGrain: () => 'Marchandise',
  driverLeft: () => 'Reste à transporter',
  driverWeightLeft: ({ left }, { weight }) => weight(left),
  driverLoadsLeft: ({ loads }) => (loads === 1 ? '1 chargement' : `${loads} chargements`),
  driverDays: () => 'Quand',
  driverFromTo({ from, to }, { date }) {
    if (to === null) return `à partir du ${date(from ?? '')}`
    return from === null ? `jusqu’au ${date(to)}` : `du ${date(from)} au ${date(to)}`
  },
  driverLoadAt: () => 'Charger à',
  driverUnloadAt: () => 'Décharger à',
  driverHours: () => 'Heures d’ouverture',
  driverMap: ({ store }) => `${store} sur la carte`,
}
