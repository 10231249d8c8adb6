import { plain } from '../ui/plain.ts'

/** Something that can be gone to or done. */
export interface PaletteItem {
  /** Of all that are offered. */
  key: string
  group:
    | 'recent'
    | 'go'
    | 'do'
    | 'stock'
    | 'movement'
    | 'lorry'
    | 'place'
    | 'trade'
    | 'order'
    | 'contract'
    | 'file'
  name: string
  hint: string
  /** Other words that people use for it, which are not shown. */
  words?: string
  /** An address of this page. */
  to: string
}

const MOST_OF_A_GROUP = 6
const order: PaletteItem['group'][] = [
  'recent',
  'go',
  'do',
  'stock',
  'place',
  'trade',
  'order',
  'contract',
  'movement',
  'lorry',
  'file',
]

/** Ranks how well an item fits the typed text: 0 not at all; its name's beginning is best. Blanks in a registration do not count. */
export function rank(item: Pick<PaletteItem, 'name' | 'hint' | 'words'>, typed: string): number {
  const { name, hint, words: others = '' } = item
  const words = plain(typed).split(/\s+/).filter(Boolean)
  const own = plain(name)
  const called = `${own} ${plain(others)}`.split(/\s+/)
  const all = `${own} ${plain(hint)}`
  const joined = words.join('')
  if (own.replaceAll(/\s/g, '').startsWith(joined)) return 3
  if (words.every((word) => called.some((each) => each.startsWith(word)))) return 2
  return words.every((word) => all.includes(word)) || all.replaceAll(/\s/g, '').includes(joined) ? 1 : 0
}

/** Lists the items for the typed text by group, best first. With nothing typed: those chosen last, and the places to go. */
export function offered(items: PaletteItem[], recent: PaletteItem[], typed: string): PaletteItem[] {
  if (typed.trim() === '')
    return [...recent, ...items.filter(({ group }) => group === 'go' || group === 'do')]
  const ranked = items.map((item) => ({ item, by: rank(item, typed) })).filter(({ by }) => by > 0)
  const groups = order.map((group) =>
    ranked.filter(({ item }) => item.group === group).toSorted((a, b) => b.by - a.by),
  )
  // Whatever is called so comes before what only has to do with it.
  return groups
    .toSorted(([a], [b]) => (b?.by ?? 0) - (a?.by ?? 0))
    .flatMap((group) => group.slice(0, MOST_OF_A_GROUP).map(({ item }) => item))
}
