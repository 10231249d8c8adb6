import type { StorageLocation } from '../../api/operations.ts'
import type { Language } from '../../i18n/languages.ts'
import { parseStock, typedStock } from '../../i18n/numbers.ts'

type Shape = StorageLocation['substorage'][number]

/** Contents of the cells in a table of bays and crops, as typed: by bay and commodity. */
export type Cells = Readonly<Record<string, string>>

export const cellKey = (bayId: number, commodityId: number) => `${bayId}/${commodityId}`

/** The table as the store has it now. */
export function cellsOf(bays: Shape[], language: Language): Cells {
  return Object.fromEntries(
    bays.flatMap(({ id, capacity }) =>
      capacity.map(({ commodityId, weight }) => [
        cellKey(id, commodityId),
        typedStock(weight.weight, language, commodityId),
      ]),
    ),
  )
}

/**
 * A block of a spreadsheet, put in with its first cell at a place: rightwards over the crops, downwards over the bays.
 *
 * @param at the key of the cell in which it was pasted
 * @returns the cells, and how many figures lay beyond the table
 */
export function pasted(
  cells: Cells,
  text: string,
  at: { bay: number; commodity: number },
  { bays, commodities }: { bays: number[]; commodities: number[] },
): { cells: Cells; left: number } {
  const next: Record<string, string> = { ...cells }
  let left = 0
  const [top, start] = [bays.indexOf(at.bay), commodities.indexOf(at.commodity)]
  for (const [down, line] of text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .entries())
    for (const [right, typed] of line.split('\t').entries()) {
      const [bay, commodity] = [bays[top + down], commodities[start + right]]
      if (bay !== undefined && commodity !== undefined) next[cellKey(bay, commodity)] = typed.trim()
      else if (typed.trim() !== '') left += 1
    }
  return { cells: next, left }
}

/** Finds the changes to send to a store: all capacities of each bay with a changed cell, and the cells that are no weight. */
export function changesOf(bays: Shape[], cells: Cells, language: Language) {
  const wrong = Object.keys(cells).filter((key) => {
    const commodityId = Number(key.split('/')[1])
    const parsed = parseStock(cells[key] ?? '', language, { commodityId })
    return 'fault' in parsed && parsed.fault !== 'none'
  })
  const changed = bays.flatMap(({ id, capacity }) => {
    const before = new Map(capacity.map(({ commodityId, weight }) => [commodityId, weight.weight]))
    const after = new Map(
      Object.entries(cells).flatMap(([key, typed]) => {
        const [bay, commodity] = key.split('/').map(Number)
        const parsed = parseStock(typed, language, { commodityId: commodity })
        return bay === id && commodity !== undefined && 'kg' in parsed && parsed.kg > 0
          ? [[commodity, parsed.kg] as const]
          : []
      }),
    )
    const isSame =
      before.size === after.size && [...after].every(([each, weight]) => before.get(each) === weight)
    if (isSame) return []
    return [{ id, capacity: [...after].map(([commodityId, weight]) => ({ commodityId, weight })) }]
  })
  return { changed, wrong }
}
