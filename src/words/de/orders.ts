import type { OrderStatusName, orders as english } from '../en/orders.ts'
import type { SameAs } from '../writing.ts'

const STATUSES: Record<OrderStatusName, string> = { open: 'Offen', done: 'Erledigt', cancelled: 'Storniert' }

export const orders: SameAs<typeof english> = {
  orderStatusName: ({ status }) => STATUSES[status],
  orderNeedsAmount: () => 'wird gebraucht, oder eine Zahl von Fuhren',
  orderNeedsTradeOr: () => 'wird gebraucht, oder ein Kontrakt: tradeId',
  isNoBayOfOrder: ({ id }) => `ist keine Box dieses Lagers: ${id}`,
  orderIsInUse: ({ loads }) =>
    `${loads === 1 ? 'Eine Fuhre nennt' : `${loads} Fuhren nennen`} diesen Auftrag; er lässt sich deshalb nicht stornieren. Nehmen Sie erst die Fuhren heraus, oder kennzeichnen Sie ihn als erledigt.`,
  orderHasEnded: ({ status }) =>
    `Der Auftrag ist „${STATUSES[status]}“; ein Fahrer hat nichts mehr zu holen oder zu bringen. Öffnen Sie ihn erst wieder.`,
  orderCannotBecome: ({ from, status }) =>
    `kann nicht „${STATUSES[status]}“ werden: der Auftrag ist „${STATUSES[from]}“`,
  isNoOrder: ({ id }) => `ist keiner Ihrer Aufträge: ${id}`,
  orderTakesNoLoads: ({ order, status }) =>
    `ist ein Auftrag, auf den keine Fuhren gehen: ${order} ist „${STATUSES[status]}“`,
  orderIsOfOtherTrade: ({ order }) =>
    `ist ein Auftrag unter einem anderen Kontrakt als dem der Fuhre: ${order}`,
  orderIsForLoads: ({ order, kind }) =>
    kind === 'sale'
      ? `ist ein Auftrag für Fuhren, die zu einem Käufer gehen: ${order}`
      : `ist ein Auftrag für Fuhren, die ein Verkäufer bringt: ${order}`,
  orderIsWith: ({ order, partner }) => `ist ein Auftrag mit ${partner}: ${order}`,
  orderIsOfStock: ({ order, stock }) => `ist ein Auftrag über ${stock}: ${order}`,
  orderHasTooMuch({ order, over, isWithinTolerance }, { weight }) {
    const tolerance = isWithinTolerance ? ', was die Toleranz des Kontrakts abdeckt' : ''
    return `Auftrag ${order} ist um ${weight(over)} überschritten${tolerance}.`
  },
  orderHasTooManyLoads: ({ order, over }) =>
    `Auftrag ${order} ist um ${over === 1 ? 'eine Fuhre' : `${over} Fuhren`} überschritten.`,
  driverOrder: ({ order }) => (order === '' ? 'Auftrag' : `Auftrag ${order}`),
  driverNoOrder: () => 'Einen solchen Auftrag gibt es nicht',
  driverNoOrderWhy: () =>
    'Er ist erledigt oder zurückgezogen, oder die Adresse ist falsch. Fragen Sie, wer sie Ihnen gab.',
  driverOf: () => 'Auftraggeber',
  driverNumber: () => 'An der Waage nennen',
  driverGrain: () => 'Ware',
  driverLeft: () => 'Noch zu fahren',
  driverWeightLeft: ({ left }, { weight }) => weight(left),
  driverLoadsLeft: ({ loads }) => (loads === 1 ? '1 Fuhre' : `${loads} Fuhren`),
  driverDays: () => 'Wann',
  driverFromTo({ from, to }, { date }) {
    if (to === null) return `ab ${date(from ?? '')}`
    return from === null ? `bis ${date(to)}` : `${date(from)} bis ${date(to)}`
  },
  driverLoadAt: () => 'Laden bei',
  driverUnloadAt: () => 'Abladen bei',
  driverHours: () => 'Öffnungszeiten',
  driverMap: ({ store }) => `${store} auf der Karte`,
}
