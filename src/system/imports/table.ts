import { rm } from 'node:fs/promises'
import { fault, invalidInput, Refusal, type Fault } from '../../kernel/errors.ts'
import { message } from '../../words/catalogue.ts'
import { render, readerOf } from '../../words/render.ts'
import type { Wording } from '../../words/writing.ts'
import { cleaned, readRow, type CutRecord, type Row } from './cells.ts'
import { isMeasured, outlineIn, type Columns, namedColumn } from './columns.ts'
import type { ReadColumns } from './cut-records.ts'
import { cutText } from './cut-text.ts'
import { findEncoding, readHead, readText, type Encoding, type FoundEncoding } from './decode.ts'
import { formatOf } from './file-formats.ts'
import { askDiary } from './diary.ts'
import { findTable, isTooWide, type FoundTable } from './find-table.ts'
import type { Header, HeaderPlace } from './header.ts'
import { mergeMappings, type Mapping } from './mapping.ts'
import { withMended } from './mended-cells.ts'
import { writeMapAsCsv } from './maps/map-file.ts'
import { askedBack, type OpenQuestion, questionIn } from './questions.ts'
import { MOST_COLUMNS, WIDE_COLUMNS } from './split-records.ts'
import { SumLines } from './sum-lines.ts'
import { askColumns, mappingOf, Survey, type FileOwner } from './survey.ts'
import { writeSheetAsCsv } from './workbook.ts'

export type { FileOwner } from './survey.ts'

/** A file whose header is known and whose rows can be read, as often as needed. */
export interface Table<Of extends Columns = Columns> {
  header: Header
  totalRows: number
  /** Details of how it was found and read. */
  reading: TableReading
  mapping: Mapping
  /** The rows in pieces of at most so many. */
  rows(batch: number): AsyncGenerator<Row<Of>[]>
  /** The rows cut into cells, in pieces of at most so many, and a reader for one of them. */
  records(batch: number): AsyncGenerator<CutRecord[]>
  read(record: CutRecord): Row<Of>
  /** Removes what was made of the file to read it. */
  close(): Promise<void>
}

/** Place of the table in a file. */
export interface TableReading {
  format: 'csv' | 'workbook' | 'map'
  encoding: string
  delimiter: string
  headerRow: number
  /** The sheets of a workbook, and the one that is read. */
  sheets: string[]
  sheet: string
  header: string[]
  /** The first rows below the header, as they are. */
  sample: string[][]
}

/** As much of a text as a header is looked for in. */
const HEADER_CHARACTERS = 256 * 1024
const SURVEY_ROWS = 1000

/**
 * Opens a file: finds what it is, its encoding, its delimiter and the columns it has, then reads it once to see how many rows it has
 * and how its numbers and dates are written. Rows are read from the disk when they are asked for, so that no file is ever held whole; of a
 * workbook, one sheet is written as a text first; where the import has outlines, so are the shapes of a map, and nothing but maps is read.
 *
 * @param recalled the mapping that was used for this header row before
 * @throws Refusal `unsupported_media_type` for what is no table; `invalid_input` for a file without a header, or whose header
 *   lacks a column that is needed, and, with questions, where something is not clear
 */
export async function openTable<Of extends Columns>(
  path: string,
  columns: Of,
  origin: FileOwner,
  mapping: Mapping = {},
  recalled: (header: string[]) => Promise<Mapping | undefined> = async () => undefined,
): Promise<Table<Of>> {
  const made: string[] = []
  const close = async () => {
    for (const file of made) await rm(file, { force: true })
  }
  try {
    const source = await findSource(path, columns, origin, { mapping, made })
    return await readSource(source, columns, origin, { recalled, made, close })
  } catch (error) {
    await close()
    throw error
  }
}

/** Finds the text of which the rows are, and makes it where the file is none. @param made the files that were made are added to it */
async function findSource(
  path: string,
  columns: Columns,
  { organisationId, language }: FileOwner,
  { mapping, made }: { mapping: Mapping; made: string[] },
): Promise<Source> {
  const outlines = outlineIn(columns)
  if (outlines) {
    const [name, { title }] = outlines
    const rows = await writeMapAsCsv(path, title, { organisationId, language })
    made.push(rows)
    return shapesOf(rows, name, mapping)
  }
  const head = await readHead(path)
  if (formatOf(head) === 'text') {
    const found = await findEncoding(path, head)
    const encoding = mapping.encoding ?? found.encoding
    const questions = mapping.encoding === undefined ? askEncoding(found) : []
    return { path, encoding, format: 'csv', sheets: [], sheet: '', mapping, questions }
  }
  const sheet = await writeSheetAsCsv(path, mapping.sheet, organisationId)
  made.push(sheet.path)
  return { ...sheet, encoding: 'utf-8', format: 'workbook', mapping, questions: [] }
}

/** The shapes of a map. Which of its columns has the outlines is known, whatever somebody says of it. */
function shapesOf(path: string, name: string, mapping: Mapping): Source {
  const known: Mapping = { headerRow: 1, headerRows: 1, columns: { [name]: { at: 1 } } }
  return {
    path,
    encoding: 'utf-8',
    format: 'map',
    delimiter: ',',
    sheets: [],
    sheet: '',
    mapping: mergeMappings(mapping, known),
    questions: [],
  }
}

interface Source extends Pick<TableReading, 'format' | 'sheets' | 'sheet'> {
  path: string
  encoding: Encoding
  /** Delimiter, where it is known. */
  delimiter?: string
  mapping: Mapping
  questions: OpenQuestion[]
}

interface HowToRead {
  recalled: (header: string[]) => Promise<Mapping | undefined>
  /** The files that were made to read the table, which `close` removes. */
  made: string[]
  close: () => Promise<void>
}

async function readSource<Of extends Columns>(
  source: Source,
  columns: Of,
  origin: FileOwner,
  { recalled, made, close }: HowToRead,
): Promise<Table<Of>> {
  const { mapping: sent, questions } = source
  const text = await readBeginning(source)
  const first = findHeader(text, source, columns, origin, sent)
  const known = first && (await recalled(first.header.cells))
  const mapping = known ? mergeMappings(known, sent) : sent
  const found = known ? findHeader(text, source, columns, origin, mapping) : first
  const reading = readingOf(source, found)
  if (!found) throw noHeader(text, columns, reading, origin)
  const { layout } = found
  const diary = source.format === 'map' ? [] : askDiary(found.header, mapping)
  if (diary.length > 0)
    throw askedBack(diary, readerOf(origin.language), {
      mapping: mappingOf(found.header.places, mapping),
      table: reading,
    })
  if (found.known === 0) throw noHeader(text, columns, reading, origin)
  const { header, kept } = narrowed(found.header)
  const faults = [...header.reasons.map((reason) => fault('file', reason, 'header')), ...header.faults]
  if (faults.length > 0) throw wrongHeader(faults, reading, mappingOf(found.header.places, mapping))
  const survey = new Survey(header)
  const sumLines = new SumLines(header)
  const cut = await cutText({ ...layout, kept }, origin.organisationId)
  made.push(...cut.made)
  const batchesOf = (most: number) => {
    const cells = cut.batches(most)
    return mapping.mended ? withMended(cells, mapping.mended, kept) : cells
  }
  for await (const records of batchesOf(SURVEY_ROWS)) {
    survey.add(records)
    for (const record of records) sumLines.add(record)
  }
  const spoken = source.format === 'csv' ? layout.delimiter : ''
  const { places, questions: asked } = survey.decide(spoken, origin)
  const all = [...questions, ...askColumns(header), ...asked]
  const inFile = places.map((place) => ({ ...place, index: kept?.columns[place.index] ?? place.index }))
  const used = mappingOf(inFile, mapping)
  if (all.length > 0) throw askedBack(all, readerOf(origin.language), { mapping: used, table: reading })
  const readable: Header = {
    ...header,
    places,
    ignored: firstOf(kept ? header.ignored : [...header.ignored, ...survey.unnamed], origin),
  }
  // The columns are what the values are read by.
  const mark = places.find(({ column, index }) => index >= 0 && isMeasured(column))?.reading.numbers.mark
  const sums = sumLines.found(mark)
  const read = (record: CutRecord) => readRow(record, readable, sums.has(record.number)) as Row<Of>
  const records = async function* (batch: number) {
    const filler = new Filler(places)
    for await (const some of batchesOf(batch)) yield some.map((record) => filler.fill(record))
  }
  return {
    header: readable,
    totalRows: survey.totalRows,
    reading,
    mapping: used,
    close,
    records,
    read,
    async *rows(batch) {
      for await (const some of records(batch)) yield some.map(read)
    },
  }
}

/** A header with nothing in it but the columns that are read, where it has too many to hold them all. */
function narrowed(header: Header<HeaderPlace>): { header: Header<HeaderPlace>; kept?: ReadColumns } {
  const { cells, places } = header
  if (cells.length <= WIDE_COLUMNS) return { header }
  const read = places.flatMap(({ index, unitIndex }) => [index, unitIndex]).filter((index) => index >= 0)
  const columns = [...new Set(read)].sort((a, b) => a - b)
  const placeOf = (index: number) => columns.indexOf(index)
  return {
    kept: { columns, width: cells.length },
    header: {
      ...header,
      cells: columns.map((index) => cells[index] ?? ''),
      places: places.map((place) => ({
        ...place,
        index: placeOf(place.index),
        unitIndex: placeOf(place.unitIndex),
      })),
    },
  }
}

/** As many columns as are listed, and how many more there are. */
function firstOf(columns: Wording[], { language }: FileOwner): string[] {
  const left = columns.length - WIDE_COLUMNS
  const listed = left > 0 ? [...columns.slice(0, WIDE_COLUMNS), message('andMore', { count: left })] : columns
  return listed.map((each) => render(each, readerOf(language)))
}

/** Gives empty cells what stands above them, in the columns of which somebody has said so. */
class Filler {
  readonly #above: Map<number, string>

  constructor(places: HeaderPlace[]) {
    const filled = places.filter(({ said, index }) => said.fillDown === true && index >= 0)
    this.#above = new Map(filled.map(({ index }) => [index, '']))
  }

  fill(record: CutRecord): CutRecord {
    if (this.#above.size === 0 || record.reason !== undefined) return record
    const cells = [...record.cells]
    for (const [index, above] of this.#above) {
      const cell = cells[index] ?? ''
      if (cleaned(cell) === '') cells[index] = above
      else this.#above.set(index, cell)
    }
    return { ...record, cells: Array.from(cells, (cell) => cell ?? '') }
  }
}

function readingOf(source: Source, found: FoundTable | undefined): TableReading {
  const { format, encoding, sheets, sheet } = source
  const [header = [], ...sample] = found?.sample ?? []
  const delimiter = found?.layout.delimiter ?? ''
  return {
    format,
    encoding,
    sheets,
    sheet,
    delimiter,
    headerRow: found?.layout.headerRow ?? 0,
    header,
    sample,
  }
}

function noHeader(text: string, columns: Columns, reading: TableReading, { language }: FileOwner): Refusal {
  const known = Object.entries(columns).map(([name, column]) => namedColumn(name, column))
  const problem = text.trim() === '' ? 'tableIsEmpty' : 'headerIsUnknown'
  const reason = isTooWide(text)
    ? message('fileHasTooManyColumns', { limit: MOST_COLUMNS })
    : message(problem, { columns: known })
  const { sheets, sheet } = reading
  const others = sheets.filter((name) => name !== sheet)
  const question: OpenQuestion = {
    question: 'sheet',
    column: '',
    header: sheet,
    asked: message('sheetHasNoHeader', { sheet }),
    examples: [],
    choices: others.map((name) => ({ text: name, mapping: { sheet: name } })),
  }
  const questions = others.length === 0 ? [] : [questionIn(question, readerOf(language))]
  const faults = [fault('file', reason, 'header')]
  return new Refusal('invalid_input', message('fieldIsWrong', { path: 'file', faults: [reason] }), {
    faults,
    details: { questions, table: reading },
  })
}

/** With the first rows and the columns that were found, so that whoever is asked sees what there is. */
function wrongHeader(faults: Fault[], table: TableReading, mapping: Mapping): Refusal {
  const { said } = invalidInput(faults)
  return new Refusal('invalid_input', said, { faults, details: { questions: [], table, mapping } })
}

function findHeader(
  text: string,
  source: Source,
  columns: Columns,
  { countryISO }: FileOwner,
  mapping: Mapping,
) {
  return findTable(text, source, columns, countryISO, mapping)
}

function askEncoding({ encoding, example, others }: FoundEncoding): OpenQuestion[] {
  if (others.length === 0) return []
  return [
    {
      question: 'encoding',
      column: '',
      header: '',
      asked: message('encodingIsOpen', {}),
      examples: [example],
      choices: [{ encoding, example }, ...others].map((each) => ({
        text: each.example,
        mapping: { encoding: each.encoding },
      })),
    },
  ]
}

async function readBeginning({ path, encoding }: Source): Promise<string> {
  let text = ''
  for await (const piece of readText(path, encoding)) {
    text += piece
    if (text.length >= HEADER_CHARACTERS) break
  }
  return text.slice(0, HEADER_CHARACTERS)
}
