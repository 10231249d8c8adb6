import { nameKey } from '../../../kernel/names.ts'
import type { Language } from '../../../words/languages.ts'

/** Words that cells of contracts and orders choose from, in English, German and French. */

interface Choice {
  en: string
  de: string
  fr: string
  /** Other words that are read as well. */
  also?: readonly string[]
}

export const kindChoices = {
  purchase: {
    en: 'Purchase',
    de: 'Einkauf',
    fr: 'Achat',
    also: ['buy', 'bought', 'kauf', 'zukauf', 'ankauf'],
  },
  sale: { en: 'Sale', de: 'Verkauf', fr: 'Vente', also: ['sell', 'sold'] },
} as const satisfies Record<string, Choice>

export const tradeStatusChoices = {
  draft: { en: 'Draft', de: 'Entwurf', fr: 'Brouillon' },
  confirmed: { en: 'Confirmed', de: 'Bestätigt', fr: 'Confirmé' },
  fulfilled: { en: 'Fulfilled', de: 'Erfüllt', fr: 'Exécuté' },
  closed_short: { en: 'Closed short', de: 'Mit Mindermenge geschlossen', fr: 'Soldé avec reliquat' },
  cancelled: { en: 'Cancelled', de: 'Storniert', fr: 'Annulé' },
} as const satisfies Record<string, Choice>

export const orderStatusChoices = {
  open: { en: 'Open', de: 'Offen', fr: 'Ouvert' },
  done: { en: 'Done', de: 'Erledigt', fr: 'Terminé' },
  cancelled: { en: 'Cancelled', de: 'Storniert', fr: 'Annulé' },
} as const satisfies Record<string, Choice>

export const optionChoices = {
  buyer: { en: 'Buyer', de: 'Käufer', fr: 'Acheteur' },
  seller: { en: 'Seller', de: 'Verkäufer', fr: 'Vendeur' },
} as const satisfies Record<string, Choice>

export const deliveryChoices = {
  ex_store: { en: 'Ex store', de: 'Ab Lager', fr: 'Départ', also: ['ex farm', 'ab hof', 'exw', 'collected'] },
  delivered: { en: 'Delivered', de: 'Franko', fr: 'Rendu', also: ['geliefert', 'frei', 'dap', 'livré'] },
} as const satisfies Record<string, Choice>

export const sideChoices = {
  loading: { en: 'Loading', de: 'Beladung', fr: 'Chargement', also: ['verladung', 'départ'] },
  unloading: { en: 'Unloading', de: 'Entladung', fr: 'Déchargement', also: ['abladung', 'arrivée'] },
} as const satisfies Record<string, Choice>

export const priceKindChoices = {
  fixed: { en: 'Fixed', de: 'Fest', fr: 'Ferme', also: ['festpreis', 'fixe'] },
  later: { en: 'Later', de: 'Später', fr: 'À fixer', also: ['to be fixed', 'plus tard'] },
  pool: { en: 'Pool', de: 'Pool', fr: 'Pool' },
  none: { en: 'None', de: 'Keiner', fr: 'Aucun' },
} as const satisfies Record<string, Choice>

export const priceUnitChoices = {
  kg: { en: 'kg', de: 'kg', fr: 'kg' },
  dt: { en: 'dt', de: 'dt', fr: 'q', also: ['quintal', 'doppelzentner'] },
  t: { en: 't', de: 't', fr: 't', also: ['tonne', 'tonnes', 'ton', 'tonnen', 'mt'] },
  lb: { en: 'lb', de: 'lb', fr: 'lb', also: ['lbs'] },
  cwt: { en: 'cwt', de: 'cwt', fr: 'cwt' },
  bu: { en: 'bu', de: 'bu', fr: 'bu', also: ['bushel', 'bushels'] },
  short_ton: { en: 'short ton', de: 'short ton', fr: 'short ton' },
  long_ton: { en: 'long ton', de: 'long ton', fr: 'long ton' },
} as const satisfies Record<string, Choice>

type Choices<Code extends string> = Record<Code, Choice>

/**
 * The code that a cell chooses, by its word in any language or by the code itself; undefined where it is none of them.
 *
 * @example chosen(kindChoices, 'Verkauf') // 'sale'
 */
export function chosen<Code extends string>(choices: Choices<Code>, cell: string): Code | undefined {
  const asked = nameKey(cell)
  const codes = Object.keys(choices) as Code[]
  const isOf = (code: Code) => {
    const { en, de, fr, also = [] } = choices[code]
    return [code, en, de, fr, ...also].some((word) => nameKey(word) === asked)
  }
  return codes.find(isOf)
}

/** Writes a choice as a cell; empty where nothing is chosen. */
export function choiceCell<Code extends string>(
  choices: Choices<Code>,
  code: Code | null | undefined,
  language: Language,
): string {
  return code == null ? '' : choices[code][language]
}

/** Lists the words that a cell may say, for whoever has to put one right. */
export function choiceWords<Code extends string>(choices: Choices<Code>, language: Language): string[] {
  return Object.values<Choice>(choices).map((choice) => choice[language])
}

/**
 * Money as a cell says it, as decimal text; undefined where it is no amount, or one that could be two: 1.234 may be a thousand.
 *
 * @example readDecimal('1.214,50') // '1214.50'
 */
export function readDecimal(cell: string): string | undefined {
  const text = cell.replaceAll(/[\s\u00a0\u202f'’]/g, '')
  const [, sign = '', digits = ''] = /^(-?)([\d.,]+)$/.exec(text) ?? []
  const mark = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (mark < 0) return digits === '' ? undefined : plain(sign, digits, '')
  const [whole, decimals] = [digits.slice(0, mark), digits.slice(mark + 1)]
  const isOneMark = !/[.,]/.test(whole)
  if (isOneMark && decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) return undefined
  const groups = whole.split(/[.,]/)
  const isGrouped = groups.slice(1).every((group) => group.length === 3)
  const areOtherMarks = !whole.includes(digits[mark] ?? '')
  if (!isOneMark && !(isGrouped && areOtherMarks)) return undefined
  return plain(sign, groups.join(''), decimals)
}

function plain(sign: string, whole: string, decimals: string): string | undefined {
  if (whole.length > 12 || decimals.length > 6 || whole === '') return undefined
  return `${sign}${whole.replace(/^0+(?=\d)/, '')}${decimals === '' ? '' : `.${decimals}`}`
}

/** True if two amounts are equal, however many zeros they are written with. */
export function isSameDecimal(one: string, other: string): boolean {
  const short = (text: string) => text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
  return short(one) === short(other)
}

/** Writes an amount so that `readDecimal` reads it back: never with three decimals alone. */
export function decimalCell(amount: string, mark: '.' | ','): string {
  const clear = /\.\d{3}$/.test(amount) ? `${amount}0` : amount
  return mark === ',' ? clear.replace('.', ',') : clear
}
