import { nameKey } from '../../kernel/names.ts'
import type { Column, Columns } from './columns.ts'

/** Where in a file's rows a column is, and the unit that its header says. */
export interface Place {
  name: string
  column: Column
  /** Counted from 0; -1 where the file has no such column. */
  index: number
  unit: string
  /** As the file calls it. */
  header: string
}

export interface Header {
  cells: string[]
  places: Place[]
  /** Headers that no column has, which are not read. */
  ignored: string[]
  /** What is wrong with the header as a whole. */
  reasons: string[]
}

/** Header names are the same whatever their case, blanks and hyphens. */
function foldHeader(header: string): string {
  return nameKey(header.normalize('NFKC')).replaceAll(/[\s_\-.,:*]+/gu, '')
}

const IN_BRACKETS = /^(.*?)\s*[([]([^()[\]]*)[)\]]\s*$/s
const LAST_WORD = /^(.*?)[\s_]+([^\s_]+)\s*$/s

/** Beyond any name of a column. The patterns above take as long as the square of what they read. */
const MOST_CHARACTERS = 200

/** A header read as the name of a column, and perhaps a unit. */
interface Said {
  name: string
  unit: string | undefined
}

function readings(header: string): Said[] {
  if (header.length > MOST_CHARACTERS) return []
  const [, named = '', inBrackets] = IN_BRACKETS.exec(header) ?? []
  // A unit in brackets is no word of its own besides.
  const [, first = '', last] = (inBrackets === undefined && LAST_WORD.exec(header)) || []
  return [
    { name: foldHeader(header), unit: undefined },
    ...(inBrackets === undefined ? [] : [{ name: foldHeader(named), unit: inBrackets.trim() }]),
    ...(last === undefined ? [] : [{ name: foldHeader(first), unit: last }]),
  ]
}

/**
 * Finds an import's columns in a file's header. Case, blanks, hyphens and underscores do not matter; a unit may stand in brackets or as the
 * last word. A column that the file has under two names is read from the first of the column's own names.
 */
export function matchHeader(cells: string[], columns: Columns, countryISO: string): Header {
  const said = cells.map(readings)
  const reasons: string[] = []
  const taken = new Set<number>()
  const places = Object.entries(columns).map(([name, column]): Place => {
    const [found, second] = candidatesOf(column, said, cells, countryISO, reasons)
    if (found && second?.rank === found.rank)
      reasons.push(`has two columns for “${column.title}”: ${cells[found.index]}, ${cells[second.index]}`)
    if (!found && column.isRequired) reasons.push(`has no column “${column.title}”`)
    if (!found) return { name, column, index: -1, unit: column.defaultUnit, header: column.title }
    taken.add(found.index)
    return { name, column, index: found.index, unit: found.unit, header: cells[found.index] ?? '' }
  })
  const ignored = cells.filter((cell, index) => cell !== '' && !taken.has(index))
  return { cells, places, ignored, reasons }
}

interface Candidate {
  index: number
  unit: string
  /** The place of the name among the column's names. */
  rank: number
}

function candidatesOf(
  column: Column,
  said: Said[][],
  cells: string[],
  countryISO: string,
  reasons: string[],
): Candidate[] {
  const names = [withoutUnit(column), ...column.aliases].map(foldHeader)
  const found = said.flatMap((readings, index): Candidate[] => {
    for (const { name, unit } of readings) {
      const rank = names.indexOf(name)
      if (rank === -1) continue
      if (unit === undefined) return [{ index, unit: unitNamed(column, name, countryISO), rank }]
      if (column.takesUnit(unit, countryISO)) return [{ index, unit, rank }]
      const isBracket = IN_BRACKETS.test(cells[index] ?? '')
      if (isBracket && column.defaultUnit === '') return [{ index, unit: '', rank }]
      if (isBracket)
        reasons.push(`has the column “${cells[index]}” in a unit that is not known here: ${unit}`)
    }
    return []
  })
  return found.sort((a, b) => a.rank - b.rank || a.index - b.index)
}

/** A column may be called by its unit alone: `tonnes`, `hectares`. */
function unitNamed(column: Column, name: string, countryISO: string): string {
  return column.takesUnit(name, countryISO) ? name : column.defaultUnit
}

function withoutUnit({ title }: Column): string {
  return IN_BRACKETS.exec(title)?.[1] ?? title
}
