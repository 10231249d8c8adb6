import type { ImportMapping, ImportMappings } from '../../api/operations.ts'

/** A column that an import knows. */
export type OurColumn = ImportMappings['columns'][number]

/** Things that may be created if rows name them and they do not exist. */
export type Creatable = 'units' | 'stores' | 'partners' | 'fields'

/** A file on its way into the book, with all that somebody has said of it. */
export interface ImportDraft {
  kind: string
  name: string
  /** Open stock-take that counts go into; without one each is a count of its own. */
  stocktakeId?: string
  /** Choices made on how it is read; findings of the service itself are not in it. */
  mapping: ImportMapping
  /** Cells that were mended: by the number of the row, then by their place, counted from 0. */
  mended: Record<number, Record<number, string>>
  leftOut: number[]
  creates: Creatable[]
  /** Rows that are right, however they look. */
  confirmed: number[]
  /** Rows may correct what is there. */
  mayUpdate: boolean
  /** Meaning of tickets with the numbers of earlier loads, where nothing shows it: other loads, or corrections. */
  sameNumber?: 'new' | 'update'
  /** Loads of closed books are entered on the first open day. */
  isClosedDayLate?: boolean
  /** Loads with a date and no time are at the end of their day. */
  isDayAloneAtEnd?: boolean
  /** Number of warnings looked at. */
  looked: number
}

export const blankImport = (kind: string, name: string, stocktakeId?: string): ImportDraft => ({
  kind,
  name,
  ...(stocktakeId !== undefined && { stocktakeId }),
  mapping: {},
  mended: {},
  leftOut: [],
  creates: [],
  confirmed: [],
  mayUpdate: false,
  looked: 0,
})

/** Builds the mapping by which the file is read, including the cells that were mended. */
export function mappingOf({ mapping, mended, leftOut }: ImportDraft): ImportMapping {
  const rows: NonNullable<ImportMapping['mended']> = {}
  for (const [row, cells] of Object.entries(mended))
    rows[row] = Object.fromEntries(Object.entries(cells).map(([place, text]) => [Number(place) + 1, text]))
  for (const row of leftOut) rows[row] = null
  return { ...mapping, ...(Object.keys(rows).length > 0 && { mended: rows }) }
}

/** The draft with another text in a cell. */
export function withCell(draft: ImportDraft, row: number, place: number, text: string): ImportDraft {
  return { ...draft, mended: { ...draft.mended, [row]: { ...draft.mended[row], [place]: text } } }
}

/** More was said of how a file is read: field by field, so that two answers about one column both count. */
export function withMapping(draft: ImportDraft, said: ImportMapping): ImportDraft {
  const { mapping } = draft
  const columns = { ...mapping.columns }
  for (const [name, column] of Object.entries(said.columns ?? {}))
    columns[name] = { ...columns[name], ...column }
  const ignore = [...new Set([...(mapping.ignore ?? []), ...(said.ignore ?? [])])]
  return {
    ...draft,
    mapping: { ...mapping, ...said, columns, ...(ignore.length > 0 && { ignore }) },
  }
}

/** A kind of thing that a word of a file may stand for. */
export type Subject = keyof NonNullable<ImportMapping['aliases']>

/** A word of the file is the name of something of ours; of nothing, where that is empty. */
export function withAlias(draft: ImportDraft, subject: Subject, word: string, means: string): ImportDraft {
  const { mapping } = draft
  const { [word]: _before, ...others } = mapping.aliases?.[subject] ?? {}
  const words = means === '' ? others : { ...others, [word]: means }
  return { ...draft, mapping: { ...mapping, aliases: { ...mapping.aliases, [subject]: words } } }
}

/** Another sheet or header row: what was said of columns and rows was said of others. */
export function withTable(draft: ImportDraft, said: Pick<ImportMapping, 'sheet' | 'headerRow'>): ImportDraft {
  const { columns: _columns, ignore: _ignore, ...rest } = draft.mapping
  return { ...draft, mapping: { ...rest, ...said }, mended: {}, leftOut: [], confirmed: [] }
}

/** A column of the file: its name, which others may have, and its place. */
export interface FileColumn {
  header: string
  place: number
  isOnly: boolean
}

/** The columns of a file by their places. */
export function columnsOf(header: readonly string[]): FileColumn[] {
  const key = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[\s_\-.,:*]+/gu, '')
  const keys = header.map(key)
  const alike = Map.groupBy(keys, (each) => each)
  return header.map((each, place) => ({
    header: each,
    place,
    isOnly: each.trim() !== '' && alike.get(keys[place] ?? '')?.length === 1,
  }))
}

/** Which of our columns a column of the file is read as; undefined where it is not read. */
export function readAs({ columns = {} }: ImportMapping, { header, place }: FileColumn): string | undefined {
  return Object.entries(columns).find(
    ([, { from, at }]) => at === place + 1 || (at === undefined && from === header),
  )?.[0]
}

/** A column of the file is read as another one of ours, or not at all. */
export function withColumn(
  draft: ImportDraft,
  { header, place, isOnly }: FileColumn,
  { before, after }: { before: string | undefined; after: string | undefined },
): ImportDraft {
  const columns = { ...draft.mapping.columns }
  // Nothing at all leaves one of our columns out; otherwise it would be found by its name again.
  if (before !== undefined) columns[before] = {}
  if (after !== undefined) columns[after] = isOnly ? { from: header } : { at: place + 1 }
  const others = (draft.mapping.ignore ?? []).filter((each) => each !== header)
  const ignore = after === undefined && header !== '' ? [...others, header] : others
  return { ...draft, mapping: { ...draft.mapping, columns, ignore } }
}

/** Sets the value of every row whose own cell is empty; nothing takes it back. */
export function withConstant(draft: ImportDraft, name: string, constant: string): ImportDraft {
  const { [name]: _before, ...columns } = draft.mapping.columns ?? {}
  const said = constant.trim() === '' ? {} : { [name]: { constant: constant.trim() } }
  return { ...draft, mapping: { ...draft.mapping, columns: { ...columns, ...said } } }
}
