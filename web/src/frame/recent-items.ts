import { readForPerson, writeForPerson } from '../api/person-storage.ts'
import type { PaletteItem } from './palette-items.ts'

const KEPT = 'recent'
const MOST_RECENT = 5

export function recentItems(): PaletteItem[] {
  return JSON.parse(readForPerson(KEPT) ?? '[]') as PaletteItem[]
}

/** Notes what was chosen, so that it is offered first the next time. */
export function noteRecent(item: PaletteItem): void {
  const { to } = item
  const others = recentItems().filter((each) => each.to !== to)
  const next = [{ ...item, group: 'recent' as const, key: `recent ${to}` }, ...others].slice(0, MOST_RECENT)
  writeForPerson(KEPT, JSON.stringify(next))
}
