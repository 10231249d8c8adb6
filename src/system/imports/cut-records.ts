import { cutCells, type CutRecord } from './cells.ts'
import { readText } from './decode.ts'
import type { Layout } from './find-table.ts'
import { RecordSplitter } from './split-records.ts'

/** The columns of a wide table that are read, by their places, and how many it has. */
export interface ReadColumns {
  columns: number[]
  width: number
}

/** A table in a text, and which of its columns are handed on; all of them where nothing is said. */
export interface CutTask extends Layout {
  kept?: ReadColumns | undefined
}

/** The rows after the header, cut into cells, as the pieces come from the disk. */
export async function* cutRecords({
  path,
  encoding,
  delimiter,
  headerRow,
  kept,
}: CutTask): AsyncGenerator<CutRecord[]> {
  const splitter = new RecordSplitter(delimiter)
  const cut = (records: ReturnType<RecordSplitter['push']>) => {
    const below = records.filter(({ number }) => number > headerRow)
    const rows = cutCells(below, delimiter)
    return kept ? rows.map((record) => onlyKept(record, kept)) : rows
  }
  for await (const piece of readText(path, encoding)) yield cut(splitter.push(piece))
  yield cut(splitter.end())
}

/** With what stands beyond the last column, which is told. */
function onlyKept(record: CutRecord, { columns, width }: ReadColumns): CutRecord {
  if (record.reason !== undefined) return record
  const { cells } = record
  return { ...record, cells: [...columns.map((index) => cells[index] ?? ''), ...cells.slice(width)] }
}
