import { plain } from '../ui/plain.ts'

/** Something that can be gone to or done. */
export interface PaletteItem {
  /** Of all that are offered. */
  key: string
  group: 'recent' | 'go' | 'do' | 'stock' | 'movement' | 'lorry' | 'place'
  name: string
  hint: string
  /** An address of this page. */
  to: string
}

const MOST_OF_A_GROUP = 6
const order: PaletteItem['group'][] = ['recent', 'go', 'do', 'stock', 'place', 'movement', 'lorry']

/** How well an item is meant by what was typed: 0 not at all; its name's beginning is best. Blanks in a registration do not count. */
export function rank({ name, hint }: Pick<PaletteItem, 'name' | 'hint'>, typed: string): number {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  const own = plain(name)
  const all = `${own} ${plain(hint)}`
  const joined = words.join('')
  if (own.replaceAll(/\s/g, '').startsWith(joined)) return 3
  if (words.every((word) => own.split(/\s+/).some((each) => each.startsWith(word)))) return 2
  return words.every((word) => all.includes(word)) || all.replaceAll(/\s/g, '').includes(joined) ? 1 : 0
}

/** What is offered for what was typed, group by group, the best of each first. Of nothing typed: what was chosen last, and where to go. */
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

const KEPT = 'granary.recent'
const MOST_RECENT = 5

export function recentItems(organisationId: string): PaletteItem[] {
  const kept = localStorage.getItem(`${KEPT}.${organisationId}`)
  return kept === null ? [] : (JSON.parse(kept) as PaletteItem[])
}

/** What was chosen is offered first the next time. */
export function noteRecent(organisationId: string, item: PaletteItem): void {
  const { to } = item
  const others = recentItems(organisationId).filter((each) => each.to !== to)
  const next = [{ ...item, group: 'recent' as const, key: `recent ${to}` }, ...others].slice(0, MOST_RECENT)
  localStorage.setItem(`${KEPT}.${organisationId}`, JSON.stringify(next))
}
