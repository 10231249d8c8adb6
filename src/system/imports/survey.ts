import type { CustomAliases } from './aliases.ts'
import { cleaned, type CutRecord } from './cells.ts'
import { hectaresOf, isMeasured, kilogramsOf, twoYearsIn, unitsOf, type ReadCell } from './columns.ts'
import { decideOrder, orderOfDates, type DateOrder } from './date-rules.ts'
import type { Header, HeaderPlace, ReadablePlace } from './header.ts'
import type { Mapping } from './mapping.ts'
import { decideMark, markAround, markOf, readNumber, splitNumber, type DecimalMark } from './number-rules.ts'
import { findCountry } from '../countries/countries.ts'
import { message, type Message } from '../../words/catalogue.ts'
import type { Language } from '../../words/languages.ts'
import type { OpenQuestion } from './questions.ts'

/** The owner of a file, and their usual way to write dates and numbers. */
export interface FileOwner {
  organisationId: string
  countryISO: string
  order: DateOrder
  /** Mark that the organisation's locale has before decimals. */
  mark: DecimalMark
  /** The words that it has of its own. */
  words?: CustomAliases
  /** Of who is asked back. */
  language: Language
}

/** Counts and examples from the cells of a column, which show how they are written. */
interface Votes {
  marks: Record<DecimalMark, number>
  /** Numbers such as 28,460. */
  eitherMark: string[]
  orders: Record<DateOrder, number>
  eitherOrder: string[]
  twoYears: string[]
  /** Numbers with no unit in their own cell, nor in the column for it. */
  unitless: string[]
  filled: number
}

const MOST_EXAMPLES = 5

/** Looks at all cells of a table before any is read: how its numbers and dates are written, and what nothing settles. */
export class Survey {
  readonly #header: Header<HeaderPlace>
  readonly #votes: Map<string, Votes>
  readonly #nameless: Set<number>
  readonly #unnamed = new Set<number>()
  totalRows = 0

  constructor(header: Header<HeaderPlace>) {
    this.#header = header
    this.#votes = new Map(header.places.map(({ name }) => [name, noVotes()]))
    this.#nameless = new Set(header.cells.flatMap((name, index) => (name === '' ? [index] : [])))
  }

  add(records: CutRecord[]): void {
    this.totalRows += records.length
    for (const { cells } of records) {
      for (const place of this.#header.places) {
        const votes = this.#votes.get(place.name)
        if (votes && place.index >= 0) count(votes, place, cells)
      }
      for (const index of this.#nameless) {
        if (cleaned(cells[index] ?? '') === '') continue
        this.#unnamed.add(index)
        this.#nameless.delete(index)
      }
    }
  }

  /** Columns that have cells and no name, by their letters. */
  get unnamed(): Message[] {
    return [...this.#unnamed]
      .sort((a, b) => a - b)
      .map((index) => message('columnHasNoName', { letters: lettersOf(index) }))
  }

  /** Decides how each column is read, and what has to be asked. */
  decide(delimiter: string, origin: FileOwner): { places: ReadablePlace[]; questions: OpenQuestion[] } {
    const questions: OpenQuestion[] = []
    const places = this.#header.places.map((place): ReadablePlace => {
      const votes = this.#votes.get(place.name) ?? noVotes()
      const { unit, question } = unitOf(place, votes, origin)
      const reading: ReadCell = {
        countryISO: origin.countryISO,
        unit,
        years: place.said.years,
        words: place.column.subject && origin.words?.cells.get(place.column.subject),
        numbers: numbersOf({ ...place, unit }, votes, delimiter, origin),
        dates: place.said.dates
          ? { order: place.said.dates, isDoubtful: false }
          : decideOrder(votes.orders, origin.order),
      }
      questions.push(
        ...(question ? [question] : []),
        ...askMark(place, votes, reading),
        ...askOrder(place, votes, origin),
        ...askYears(place, votes, origin),
      )
      return { ...place, unit, reading }
    })
    return { places, questions }
  }
}

function noVotes(): Votes {
  return {
    marks: { '.': 0, ',': 0 },
    eitherMark: [],
    orders: { 'day first': 0, 'month first': 0 },
    eitherOrder: [],
    twoYears: [],
    unitless: [],
    filled: 0,
  }
}

function count(votes: Votes, { column, index, unitIndex }: HeaderPlace, cells: string[]): void {
  if (column.measure === 'text') return
  const cell = cleaned(cells[index] ?? '')
  if (cell === '') return
  votes.filled += 1
  if (isMeasured(column)) {
    const { number, unit } = splitNumber(cell)
    const found = markOf(number)
    if (found === '.' || found === ',') votes.marks[found] += 1
    if (found === 'either') keep(votes.eitherMark, number)
    const isSaid = unit !== '' || (unitIndex >= 0 && cleaned(cells[unitIndex] ?? '') !== '')
    if (!isSaid && /\d/.test(number)) keep(votes.unitless, cell)
  } else if (column.measure === 'date') {
    const found = orderOfDates(cell)
    if (found === 'day first' || found === 'month first') votes.orders[found] += 1
    if (found === 'either') keep(votes.eitherOrder, cell)
  } else if (column.measure === 'year' && twoYearsIn(cell)) votes.twoYears.push(cell)
}

/** The largest come first: those that a wrong reading makes a mountain of. */
function keep(examples: string[], example: string): void {
  if (examples.includes(example)) return
  examples.push(example)
  if (examples.length <= MOST_EXAMPLES) return
  examples.sort((a, b) => b.length - a.length || (a < b ? 1 : -1))
  examples.pop()
}

/** True where areas are in hectares if nobody gives a unit. Elsewhere many a farm has acres. */
function isMetric(countryISO: string): boolean {
  return !['GB', 'IE', 'US', 'CA'].includes(countryISO)
}

function unitOf(
  place: HeaderPlace,
  votes: Votes,
  { countryISO }: FileOwner,
): { unit: string | undefined; question?: OpenQuestion } {
  const { column, name, header, said } = place
  const unit = said.unit ?? place.unit
  if (!isMeasured(column) || unit !== undefined) return { unit }
  if (column.measure === 'area' && isMetric(countryISO)) return { unit: 'ha' }
  if (votes.unitless.length === 0) return { unit }
  const [example = ''] = votes.unitless
  return {
    unit,
    question: {
      question: 'unit',
      column: name,
      header,
      asked: message('unitIsOpen', { column: header, example }),
      examples: votes.unitless,
      choices: unitsOf(column, countryISO).map((each) => ({
        text: `${example} ${each}`,
        mapping: { columns: { [name]: { ...said, unit: each } } },
      })),
    },
  }
}

/** As much as no bay, no field and no hectare has: kilograms, hectares, kilograms per hectare. */
const IMPLAUSIBLE: Record<string, number> = { weight: 10_000_000, area: 5000, yield: 100_000 }

/**
 * The mark of a column: what its own numbers say; else what its file and its owner's language say together; else, where one reading is
 * beyond all that there is, the other.
 */
function numbersOf(place: HeaderPlace, votes: Votes, delimiter: string, { mark }: FileOwner) {
  const { decimals } = place.said
  if (decimals !== undefined) return { mark: decimals, isMixed: false }
  const around =
    votes.eitherMark.length === 0 ? mark : (markAround(delimiter, mark) ?? plausibleMark(place, votes))
  return decideMark(votes.marks, around)
}

function plausibleMark({ column, unit }: HeaderPlace, { eitherMark }: Votes): DecimalMark | undefined {
  const most = IMPLAUSIBLE[column.measure]
  if (most === undefined || unit === undefined) return undefined
  const isBeyond = (mark: DecimalMark) =>
    eitherMark.some((text) => {
      const value = readNumber(text, { mark, isMixed: false })
      return typeof value === 'number' && canonical(column.measure, { value, unit }) > most
    })
  const possible = (['.', ','] as const).filter((mark) => !isBeyond(mark))
  return possible.length === 1 ? possible[0] : undefined
}

/** As wheat, where a bushel is asked for: all crops are of its order. */
function canonical(measure: string, measured: { value: number; unit: string }): number {
  const isArea = measure === 'area'
  return isArea ? hectaresOf(measured) : (kilogramsOf(measured, 'US', 1) ?? 0)
}

function askMark(
  { name, header, said }: HeaderPlace,
  { eitherMark, marks }: Votes,
  { numbers }: ReadCell,
): OpenQuestion[] {
  // Where numbers of both kinds are seen, each that could be both is refused by itself.
  if (numbers.mark !== undefined || eitherMark.length === 0 || marks['.'] + marks[','] > 0) return []
  const [example = ''] = eitherMark
  const read = (mark: DecimalMark) => String(readNumber(example, { mark, isMixed: false }))
  return [
    {
      question: 'decimals',
      column: name,
      header,
      asked: message('decimalsAreOpen', { column: header, example, one: read('.'), other: read(',') }),
      examples: eitherMark,
      choices: (['.', ','] as const).map((mark) => ({
        text: read(mark),
        mapping: { columns: { [name]: { ...said, decimals: mark } } },
      })),
    },
  ]
}

/** Canadians write dates in both orders, so their language says nothing. */
function askOrder(
  { name, header, said, unit }: HeaderPlace,
  { eitherOrder, orders }: Votes,
  { countryISO }: FileOwner,
): OpenQuestion[] {
  const isSettled = orders['day first'] + orders['month first'] > 0
  if (countryISO !== 'CA' || said.dates || unit !== undefined || isSettled || eitherOrder.length === 0)
    return []
  const [example = ''] = eitherOrder
  return [
    {
      question: 'dates',
      column: name,
      header,
      asked: message('dateOrderIsOpen', { column: header, example }),
      examples: eitherOrder,
      choices: (['day first', 'month first'] as const).map((order) => ({
        text: message('dateOrder', { order }),
        mapping: { columns: { [name]: { ...said, dates: order } } },
      })),
    },
  ]
}

/** A column of such years is asked about; single ones among others are refused by themselves. */
function askYears(
  { name, header, said, column }: HeaderPlace,
  votes: Votes,
  { countryISO }: FileOwner,
): OpenQuestion[] {
  const { twoYears, filled } = votes
  const isOpen = column.measure === 'year' && said.years === undefined && twoYears.length * 2 > filled
  if (!isOpen || findCountry(countryISO)?.splitHarvestYears) return []
  const [example = ''] = twoYears
  const years = twoYearsIn(example)
  return [
    {
      question: 'years',
      column: name,
      header,
      asked: message('yearIsOpen', { column: header, example }),
      examples: [...new Set(twoYears)].slice(0, MOST_EXAMPLES),
      choices: (['first', 'second'] as const).map((which) => ({
        text: years?.[which] ?? which,
        mapping: { columns: { [name]: { ...said, years: which } } },
      })),
    },
  ]
}

/** The questions about columns that are not read, and look like one that the import has. */
export function askColumns({ suspects }: Pick<Header<HeaderPlace>, 'suspects'>): OpenQuestion[] {
  return suspects.map(({ header, columns }) => ({
    question: 'column',
    column: '',
    header,
    asked: message('columnIsUnread', { header, columns }),
    examples: [],
    choices: [
      ...columns.map(({ name }): OpenQuestion['choices'][number] => ({
        text: name,
        mapping: { columns: { [name]: { from: header } } },
      })),
      { text: message('leaveItOut', {}), mapping: { ignore: [header] } },
    ],
  }))
}

/** Describes an import's mapping for the answer; for columns whose cells were not looked at, it gives only their places. */
export function mappingOf(places: (HeaderPlace & { reading?: ReadCell })[], mapping: Mapping): Mapping {
  const columns = Object.fromEntries(
    places.flatMap(({ name, index, header, column, unit, said, reading }) => {
      if (index === -1 && said.constant === undefined) return []
      return [
        [
          name,
          {
            ...said,
            ...(index >= 0 && (header === '' ? { at: index + 1 } : { from: header })),
            ...(unit !== undefined && { unit }),
            ...(isMeasured(column) && reading?.numbers.mark && { decimals: reading.numbers.mark }),
            ...(column.measure === 'date' && reading && { dates: reading.dates.order }),
          },
        ],
      ]
    }),
  )
  return { ...mapping, columns }
}

/** A column as a spreadsheet calls it, counted from 0. */
function lettersOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last
}
