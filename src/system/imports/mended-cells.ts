import type { CutRecord } from './cells.ts'
import type { ReadColumns } from './cut-records.ts'
import type { Mapping } from './mapping.ts'

/**
 * Rows with the cells that somebody has mended, and without those that they left out. A row that could not be cut into cells has none to be
 * mended.
 *
 * @param kept the columns that are read, where a file has too many to hold them all
 */
export async function* withMended(
  batches: AsyncIterable<CutRecord[]>,
  mended: NonNullable<Mapping['mended']>,
  kept: ReadColumns | undefined,
): AsyncGenerator<CutRecord[]> {
  for await (const records of batches)
    yield records.flatMap((record) => {
      const its = mended[String(record.number)]
      if (its === undefined) return [record]
      if (its === null) return []
      return [
        record.reason === undefined ? { ...record, cells: mendedCells(record.cells, its, kept) } : record,
      ]
    })
}

function mendedCells(cells: string[], its: Record<string, string>, kept: ReadColumns | undefined): string[] {
  const mended = [...cells]
  for (const [place, text] of Object.entries(its)) {
    const index = Number(place) - 1
    const held = kept ? kept.columns.indexOf(index) : index
    if (held >= 0) mended[held] = text
  }
  return Array.from(mended, (cell) => cell ?? '')
}
