import { fault, type Fault } from '../../kernel/errors.ts'
import { message, type Message } from '../../words/catalogue.ts'
import type { NamedColumn } from '../../words/en/tables.ts'
import { isMeasured, type Column, type Columns, type ReadCell, namedColumn } from './columns.ts'
import { foldHeader, type ColumnMapping, type Mapping } from './mapping.ts'

/** Place of a column in a file's rows, and what its header gives about it. */
export interface HeaderPlace {
  name: string
  column: Column
  /** Counted from 0; -1 where the file has no such column. */
  index: number
  /** Undefined where the header says none. */
  unit: string | undefined
  /** The column that says the unit of each row; -1 where none does. */
  unitIndex: number
  /** As the file calls it. */
  header: string
  /** Mapping that somebody has given for it. */
  said: ColumnMapping
}

/** A column whose cells can be read. */
export interface ReadablePlace extends HeaderPlace {
  reading: ReadCell
}

export interface Header<Each extends HeaderPlace = ReadablePlace> {
  cells: string[]
  places: Each[]
  /** Headers that no column has, which are not read. */
  ignored: string[]
  /** Those of them that look like a weight, an area or a yield, where the import has one and the file does not. */
  suspects: Suspect[]
  /** Faults of the header as a whole. */
  reasons: Message[]
  /** Faults of the mapping that was given for it. */
  faults: Fault[]
}

/** A column that is not read, and may be one of ours. */
export interface Suspect {
  header: string
  columns: NamedColumn[]
}

const IN_BRACKETS = /^(.*?)\s*[([]([^()[\]]*)[)\]]\s*$/s
/** A unit between two words: `Weights (kg) gross`, as two rows of a header make one. */
const BRACKETS_WITHIN = /^([^()[\]]*)[([]([^()[\]]*)[)\]]\s*([^()[\]]*\p{L}[^()[\]]*)$/u
const LAST_WORD = /^(.*?)(?:[\s_]+in)?[\s_]+([^\s_]+)\s*$/s
const FIRST_WORD = /^([^\s_]+)[\s_]+(.+?)\s*$/s

const LETTER = /\p{L}/u
/** Beyond any name of a column. The patterns above take as long as the square of what they read. */
const MOST_CHARACTERS = 200

/** A header read as the name of a column, and perhaps a unit. */
interface Said {
  name: string
  unit: string | undefined
}

function readings(header: string): Said[] {
  // Numbers are the name of nothing, and most rows that are looked at are full of them.
  if (header.length > MOST_CHARACTERS || !LETTER.test(header)) return []
  const [, named = '', inBrackets] = IN_BRACKETS.exec(header) ?? []
  const [, above = '', within, below = ''] = BRACKETS_WITHIN.exec(header) ?? []
  // A unit in brackets is no word of its own besides.
  const [, first = '', last] = (inBrackets === undefined && LAST_WORD.exec(header)) || []
  const [, unitFirst, rest = ''] = (inBrackets === undefined && FIRST_WORD.exec(header)) || []
  return [
    { name: foldHeader(header), unit: undefined },
    ...(inBrackets === undefined ? [] : [{ name: foldHeader(named), unit: inBrackets.trim() }]),
    ...(within === undefined
      ? []
      : [`${above} ${below}`, below].map((name) => ({ name: foldHeader(name), unit: within.trim() }))),
    ...(last === undefined ? [] : [{ name: foldHeader(first), unit: last }]),
    ...(unitFirst === undefined ? [] : [{ name: foldHeader(rest), unit: unitFirst }]),
  ]
}

/**
 * Finds an import's columns in a file's header. Case, blanks, hyphens and underscores do not matter; a unit may stand in brackets or as the
 * first or last word. A column that the file has under two names is read from the first of the column's own names. What a mapping says
 * goes before all of it.
 */
export function matchHeader(
  cells: string[],
  columns: Columns,
  countryISO: string,
  mapping: Mapping = {},
): Header<HeaderPlace> {
  const { places: mapped, faults } = mappedPlaces(cells, columns, mapping)
  const ignoredOnPurpose = new Set((mapping.ignore ?? []).map(foldHeader))
  const taken = new Set([...mapped.values()].flatMap(({ index, unitIndex }) => [index, unitIndex]))
  const said = cells.map((cell, index) =>
    taken.has(index) || ignoredOnPurpose.has(foldHeader(cell)) ? [] : readings(cell),
  )
  const saidAt = new Map<string, number[]>()
  for (const [index, each] of said.entries())
    for (const { name } of each) {
      const its = saidAt.get(name) ?? []
      its.push(index)
      saidAt.set(name, its)
    }
  const reasons: Message[] = []
  const places = Object.entries(columns).map(([name, column]): HeaderPlace => {
    const place =
      mapped.get(name) ??
      withSaid(
        findPlace(name, column, { said, saidAt, cells, countryISO, reasons }),
        mapping.columns?.[name],
        cells,
      )
    if (place.index === -1 && place.said.constant === undefined && column.isRequired)
      reasons.push(message('hasNoColumn', titleOf(column)))
    taken.add(place.index)
    return place
  })
  for (const place of withUnitColumns(places, cells, taken)) taken.add(place)
  const left = cells.filter((cell, index) => cell !== '' && !taken.has(index))
  const suspects = left.filter((cell) => !ignoredOnPurpose.has(foldHeader(cell)))
  return { cells, places, ignored: left, suspects: findSuspects(suspects, places), reasons, faults }
}

/** True if a header is the name of one of the columns by itself. */
export function isNamedHere(columns: Columns, header: string, countryISO: string): boolean {
  const isBracket = IN_BRACKETS.test(header)
  return Object.values(columns).some((column) => {
    const names = namesOf(column)
    return readings(header).some(
      ({ name, unit }) =>
        names.includes(name) && (unit === undefined || isBracket || column.takesUnit(unit, countryISO)),
    )
  })
}

/** The columns with more names, after their own; what stands in brackets is no part of one. */
export function withNames<Of extends Columns>(
  columns: Of,
  names: ReadonlyMap<string, readonly string[]>,
): Of {
  const known = Object.entries(columns).map(([name, column]) => {
    const more = (names.get(name) ?? []).map((each) => IN_BRACKETS.exec(each)?.[1] ?? each)
    return [name, { ...column, aliases: [...column.aliases, ...more] }]
  })
  // They are the same columns, under more names.
  return Object.fromEntries(known) as Of
}

function titleOf({ title, titles }: Column) {
  return { title, ...(titles && { titles }) }
}

function namesOf(column: Column): string[] {
  return [withoutUnit(column), ...column.aliases].map(foldHeader)
}

/** The columns that somebody has named. */
function mappedPlaces(cells: string[], columns: Columns, { columns: said = {} }: Mapping) {
  const faults: Fault[] = []
  const folded = cells.map(foldHeader)
  const places = new Map<string, HeaderPlace>()
  const indexOf = (path: string, header: string | undefined, at?: number): number => {
    if (at !== undefined) return at - 1
    const index = header === undefined ? -1 : folded.indexOf(foldHeader(header))
    if (header !== undefined && index === -1)
      faults.push(fault(path, message('isNoColumnOfFile', { header }), 'unknown'))
    return index
  }
  for (const [name, each] of Object.entries(said)) {
    const column = columns[name]
    const path = `mapping.columns.${name}`
    if (!column) {
      faults.push(fault(path, message('isNoColumnOfImport', { columns: Object.keys(columns) }), 'unknown'))
      continue
    }
    const isPlaced = each.from !== undefined || each.at !== undefined || each.constant !== undefined
    // What is said of how a column is read leaves open which column it is; nothing at all leaves it out.
    if (!isPlaced && Object.keys(each).length > 0) continue
    const index = indexOf(`${path}.from`, each.from, each.at)
    const header = cells[index] ?? column.title
    const [, , inBrackets] = IN_BRACKETS.exec(header) ?? []
    places.set(name, {
      name,
      column,
      index,
      unit: each.unit ?? inBrackets?.trim(),
      unitIndex: indexOf(`${path}.unitFrom`, each.unitFrom),
      header,
      said: each,
    })
  }
  return { places, faults }
}

/** A column that was found by its name, read as somebody has said. */
function withSaid(place: HeaderPlace, said: ColumnMapping | undefined, cells: string[]): HeaderPlace {
  if (!said) return place
  const { unit = place.unit, unitFrom } = said
  const unitIndex =
    unitFrom === undefined
      ? place.unitIndex
      : cells.findIndex((cell) => foldHeader(cell) === foldHeader(unitFrom))
  return { ...place, unit, unitIndex, said }
}

interface Looked {
  said: Said[][]
  /** Columns in which each name occurs. */
  saidAt: ReadonlyMap<string, readonly number[]>
  cells: string[]
  countryISO: string
  reasons: Message[]
}

function findPlace(name: string, column: Column, looked: Looked): HeaderPlace {
  const { cells, reasons } = looked
  const [found, second] = candidatesOf(column, looked)
  if (found && second?.rank === found.rank)
    reasons.push(
      message('hasColumnTwice', {
        ...titleOf(column),
        first: cells[found.index] ?? '',
        second: cells[second.index] ?? '',
      }),
    )
  return {
    name,
    column,
    index: found?.index ?? -1,
    unit: found?.unit,
    unitIndex: -1,
    header: found ? (cells[found.index] ?? '') : column.title,
    said: {},
  }
}

interface Candidate {
  index: number
  unit: string | undefined
  /** The place of the name among the column's names. */
  rank: number
}

function candidatesOf(column: Column, { said, saidAt, cells, countryISO, reasons }: Looked): Candidate[] {
  const names = namesOf(column)
  const places = new Set(names.flatMap((name) => saidAt.get(name) ?? []))
  const found = [...places]
    .sort((a, b) => a - b)
    .flatMap((index): Candidate[] => {
      for (const { name, unit } of said[index] ?? []) {
        const rank = names.indexOf(name)
        if (rank === -1) continue
        if (unit === undefined) return [{ index, unit: unitNamed(column, name, countryISO), rank }]
        if (column.takesUnit(unit, countryISO)) return [{ index, unit, rank }]
        const isBracket = IN_BRACKETS.test(cells[index] ?? '')
        if (isBracket && column.defaultUnit === '' && !isOtherFigure(column, unit))
          return [{ index, unit: undefined, rank }]
        if (isBracket && column.defaultUnit !== '')
          reasons.push(message('columnUnitIsUnknown', { column: cells[index] ?? '', unit }))
      }
      return []
    })
  return found.sort((a, b) => a.rank - b.rank || a.index - b.index)
}

/** True if a figure is in another unit than its column's: a test weight in kg/hl is none in lb/bu. */
function isOtherFigure({ measure }: Column, said: string): boolean {
  return measure === 'number' && /[%/°]/.test(said)
}

/** A column may be called by its unit alone: `tonnes`, `hectares`. */
function unitNamed(column: Column, name: string, countryISO: string): string | undefined {
  return column.takesUnit(name, countryISO) ? name : undefined
}

function withoutUnit({ title }: Column): string {
  return IN_BRACKETS.exec(title)?.[1] ?? title
}

const UNIT_NAMES = new Set([
  'unit',
  'units',
  'uom',
  'um',
  'unitofmeasure',
  'einheit',
  'einheiten',
  'me',
  'unité',
  'unite',
  'unités',
])
const UNIT_AFTER = /^(.*?)[\s_]*(?:units?|uom|einheit|unité)$/i

/**
 * Gives columns without a unit the column that says it: `Weight unit`, or `Unit` alone for the first of them and whatever measures the same,
 * as gross, tare and net do. Answers where those are.
 */
function withUnitColumns(places: HeaderPlace[], cells: string[], taken: ReadonlySet<number>): number[] {
  const without = places.filter(
    ({ column, index, unit, unitIndex }) =>
      isMeasured(column) && index >= 0 && unit === undefined && unitIndex === -1,
  )
  return cells.flatMap((cell, index) => {
    if (taken.has(index) || cell.length > MOST_CHARACTERS) return []
    const its = withUnit(cell, without)
    for (const place of its) place.unitIndex = index
    return its.length > 0 ? [index] : []
  })
}

function withUnit(cell: string, places: HeaderPlace[]): HeaderPlace[] {
  if (UNIT_NAMES.has(foldHeader(cell))) {
    const left = places.filter(({ unitIndex }) => unitIndex === -1)
    return left.filter(({ column }) => column.measure === left[0]?.column.measure)
  }
  const [, of] = UNIT_AFTER.exec(cell) ?? []
  return of === undefined
    ? []
    : places.filter(({ header }) => foldHeader(header) === foldHeader(of)).slice(0, 1)
}

const LOOKS_LIKE: [measure: string, pattern: RegExp][] = [
  ['yield', /yield|ertrag|rendement|\/\s?(?:ha|ac)\b/i],
  [
    'area',
    /\barea|acreage|\bacres?\b|hectare|hektar|fläche|flaeche|surface|superficie|\bha\b|\bsize\b|\bm2\b|\bm²/i,
  ],
  [
    'weight',
    /weight|tonnage|tonnes?\b|\btons?\b|gewicht|poids|menge|quantit|bushels?\b|\bkg\b|\bqty\b|\blbs?\b/i,
  ],
]

/** More would be asked about than anybody answers. */
const MOST_SUSPECTS = 50

function findSuspects(headers: string[], places: HeaderPlace[]): Suspect[] {
  const missing = places.filter(
    ({ column, index, said }) => isMeasured(column) && index === -1 && said.constant === undefined,
  )
  return headers
    .flatMap((header) => {
      if (header.length > MOST_CHARACTERS) return []
      const [measure] = LOOKS_LIKE.find(([, pattern]) => pattern.test(header)) ?? []
      // Not every weight is a capacity, where that is all that an import of stores knows.
      const columns = missing
        .filter(({ column }) => column.measure === measure && (measure !== 'weight' || column.isRequired))
        .map(({ name, column }) => namedColumn(name, column))
      return columns.length === 0 ? [] : [{ header, columns }]
    })
    .slice(0, MOST_SUSPECTS)
}
