import type { TradeKindName, TradeStatusName, trades as english } from '../en/trades.ts'
import type { SameAs } from '../writing.ts'

const STATUSES: Record<TradeStatusName, string> = {
  draft: 'Entwurf',
  confirmed: 'Bestätigt',
  fulfilled: 'Erfüllt',
  closed_short: 'Mit Mindermenge geschlossen',
  cancelled: 'Storniert',
}
const KINDS: Record<TradeKindName, string> = { purchase: 'Einkauf', sale: 'Verkauf' }

const loadsOf = (loads: number) => (loads === 1 ? 'Eine Fuhre nennt' : `${loads} Fuhren nennen`)

export const trades: SameAs<typeof english> = {
  tradeStatusName: ({ status }) => STATUSES[status],
  tradeKindName: ({ kind }) => KINDS[kind],
  contractIsWithOthers: () => 'ist Ihr eigener Betrieb; einen Kontrakt schließt man mit jemand anderem',
  windowEndsBeforeItBegins: () => 'liegt vor dem ersten Tag des Zeitraums',
  windowsHaveTooMuch: ({ windows, contract }, { weight }) =>
    `passen nicht: die Zeiträume haben zusammen ${weight(windows)}, der Kontrakt ${weight(contract)}`,
  isNoStoreOfYours: ({ id }) => `ist keines Ihrer Lager: ${id}`,
  isAboveLimit: ({ limit }) => `darf nicht über der Grenze liegen, ${limit}`,
  isBelowLimit: ({ limit }) => `darf nicht unter der Grenze liegen, ${limit}`,
  isNeededOfFixedPrice: () => 'wird gebraucht: ein fester Preis hat Betrag, Währung und Einheit',
  isOfFixedPrice: () => 'gibt es nur bei einem festen Preis',
  tradeIsInUse: ({ loads }) =>
    `${loadsOf(loads)} diesen Kontrakt; Partner und Ware bleiben deshalb, und er lässt sich nicht stornieren. Nehmen Sie erst die Fuhren heraus, oder schließen Sie ihn mit Mindermenge.`,
  windowIsInUse: ({ number }) =>
    `Fuhren nennen Zeitraum ${number} dieses Kontrakts; er bleibt deshalb. Ändern Sie seine Tage oder sein Gewicht.`,
  tradeCannotBecome: ({ from, status }) =>
    `kann nicht „${STATUSES[status]}“ werden: der Kontrakt ist „${STATUSES[from]}“`,
  isNoTrade: ({ id }) => `ist keiner Ihrer Kontrakte: ${id}`,
  tradeTakesNoLoads: ({ trade, status }) =>
    `ist ein Kontrakt, auf den keine Fuhren gehen: ${trade} ist „${STATUSES[status]}“`,
  tradeIsForLoads: ({ trade, kind }) =>
    kind === 'sale'
      ? `ist ein Verkauf, für Fuhren, die zu einem Käufer gehen: ${trade}`
      : `ist ein Einkauf, für Fuhren, die ein Verkäufer bringt: ${trade}`,
  tradeIsWith: ({ trade, partner }) => `ist ein Kontrakt mit ${partner}: ${trade}`,
  tradeIsOfStock: ({ trade, stock }) => `ist ein Kontrakt über ${stock}: ${trade}`,
  isNoWindowOf: ({ trade }) => `ist kein Zeitraum dieses Kontrakts: ${trade}`,
  harvestHasNoTrade: () =>
    'ist für Fuhren, die ein Verkäufer bringt oder ein Käufer bekommt: diese kommt vom Feld',
  windowNeedsTrade: () => 'braucht einen Kontrakt: tradeId',
  tradeHasTooMuch({ trade, over, isWithinTolerance }, { weight }) {
    const tolerance = isWithinTolerance ? ', was seine Toleranz abdeckt' : ', mehr als seine Toleranz abdeckt'
    return `Kontrakt ${trade} ist um ${weight(over)} überliefert${tolerance}.`
  },
}
