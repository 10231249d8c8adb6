import type { StorageContract } from '../../api/operations.ts'
import type { Language } from '../../i18n/languages.ts'
import { parsePercentage, typedMeasure } from '../../i18n/numbers.ts'

// A loss matrix as it is typed. The service judges it; what it would refuse is said while it is typed, by the same rules in the same words.

export type LossRow = StorageContract['details']['services']['drying']['intakeSampleLossMatrix'][number]

/** One row as typed: moisture from, up to below, and what that takes, all in per cent. */
export interface TypedRow {
  from: string
  to: string
  loss: string
}

export const cells = ['from', 'to', 'loss'] as const
export type Cell = (typeof cells)[number]

/** The service's name of a cell. */
export const cellNames = {
  from: 'moistureMinPercentage',
  to: 'moistureMaxPercentage',
  loss: 'weightLossPercentage',
} as const satisfies Record<Cell, keyof LossRow>

/** A fault in a cell; `than` is the figure of the row before, or of the same row, that it conflicts with. */
export interface CellFault {
  row: number
  cell: Cell
  code: 'unreadable' | 'ambiguous' | 'too_large' | 'empty_row' | 'gap' | 'overlap' | 'falling'
  than: number
}

/** The typed matrix in the service's form, with the place of each row among those typed; empty rows are left out. */
export interface ReadMatrix {
  rows: LossRow[]
  places: number[]
  faults: CellFault[]
}

export const emptyRow: TypedRow = { from: '', to: '', loss: '' }

export function typedRows(rows: LossRow[], language: Language): TypedRow[] {
  return rows.map((row) => ({
    from: typedMeasure(row.moistureMinPercentage, language),
    to: typedMeasure(row.moistureMaxPercentage, language),
    loss: typedMeasure(row.weightLossPercentage, language),
  }))
}

export function readMatrix(typed: TypedRow[], language: Language): ReadMatrix {
  const rows: LossRow[] = []
  const places: number[] = []
  const unread: CellFault[] = []
  for (const [place, row] of typed.entries()) {
    if (cells.every((cell) => row[cell].trim() === '')) continue
    const read: LossRow = { moistureMinPercentage: 0, moistureMaxPercentage: 0, weightLossPercentage: 0 }
    for (const cell of cells) {
      const parsed = parsePercentage(row[cell], language)
      if ('value' in parsed && parsed.value <= 100) read[cellNames[cell]] = parsed.value
      else unread.push({ row: place, cell, code: codeOf(parsed), than: 100 })
    }
    rows.push(read)
    places.push(place)
  }
  // Where a figure is missing, the row before or after it is not to blame.
  const faults =
    unread.length > 0 ? unread : matrixFaults(rows).map((each) => ({ ...each, row: places[each.row] ?? 0 }))
  return { rows, places, faults }
}

function codeOf(parsed: ReturnType<typeof parsePercentage>): CellFault['code'] {
  if ('value' in parsed) return 'too_large'
  return parsed.fault === 'ambiguous' ? 'ambiguous' : 'unreadable'
}

/** Finds the faults the service would refuse: rows that end before they begin, gaps, overlaps, and a loss that falls while moisture rises. */
export function matrixFaults(rows: LossRow[]): CellFault[] {
  const inOrder = [...rows.entries()].toSorted(
    ([, a], [, b]) =>
      a.moistureMinPercentage - b.moistureMinPercentage || a.moistureMaxPercentage - b.moistureMaxPercentage,
  )
  const faults: CellFault[] = []
  let reached: number | undefined
  let lossBefore = 0
  for (const [
    row,
    { moistureMinPercentage: from, moistureMaxPercentage: to, weightLossPercentage },
  ] of inOrder) {
    const end = reached ?? from
    if (to <= from) faults.push({ row, cell: 'to', code: 'empty_row', than: from })
    if (from > end) faults.push({ row, cell: 'from', code: 'gap', than: end })
    if (from < end) faults.push({ row, cell: 'from', code: 'overlap', than: end })
    if (weightLossPercentage < lossBefore)
      faults.push({ row, cell: 'loss', code: 'falling', than: lossBefore })
    reached = Math.max(end, to)
    lossBefore = weightLossPercentage
  }
  return faults
}

/** The matrix as it is drawn, in a box of 1000 by 100: its steps, and where moisture is not covered or covered twice. */
export interface Curve {
  line: string
  area: string
  /** From where to where, in per cent of the width. */
  wrong: { from: number; to: number }[]
  /** Position of the agreed level, in per cent of the width. */
  levelX: number | undefined
  least: number
  most: number
  leastLoss: number
  mostLoss: number
}

export function curveOf(rows: LossRow[], level: number | undefined): Curve | undefined {
  const drawn = rows
    .filter((row) => row.moistureMaxPercentage > row.moistureMinPercentage)
    .toSorted((a, b) => a.moistureMinPercentage - b.moistureMinPercentage)
  const [first] = drawn
  if (!first) return undefined
  const least = Math.min(first.moistureMinPercentage, level ?? 100)
  const most = Math.max(...drawn.map((row) => row.moistureMaxPercentage), level ?? 0)
  const leastLoss = Math.min(...drawn.map((row) => row.weightLossPercentage))
  const mostLoss = Math.max(...drawn.map((row) => row.weightLossPercentage), 0.001)
  const part = (moisture: number) => (moisture - least) / (most - least)
  const x = (moisture: number) => Math.round(part(moisture) * 1000)
  const y = (loss: number) => Math.round((1 - loss / mostLoss) * 900) / 10 + 6
  const step = (row: LossRow) => `V${y(row.weightLossPercentage)} H${x(row.moistureMaxPercentage)}`
  const line = drawn
    .map((row, index) => {
      const before = drawn[index - 1]
      const isJoined = before?.moistureMaxPercentage === row.moistureMinPercentage
      return isJoined
        ? step(row)
        : `M${x(row.moistureMinPercentage)} ${y(row.weightLossPercentage)} ${step(row)}`
    })
    .join(' ')
  const area = drawn.map((row) => `M${x(row.moistureMinPercentage)} 96 ${step(row)} V96 Z`).join(' ')
  const wrong = drawn.slice(1).flatMap((row, index) => {
    const end = Math.max(...drawn.slice(0, index + 1).map((each) => each.moistureMaxPercentage))
    if (end === row.moistureMinPercentage) return []
    const [from, to] = [end, row.moistureMinPercentage].toSorted((a, b) => a - b) as [number, number]
    return [{ from: part(from) * 100, to: part(to) * 100 }]
  })
  return {
    line,
    area,
    wrong,
    levelX: level === undefined ? undefined : part(level) * 100,
    least,
    most,
    leastLoss,
    mostLoss,
  }
}
