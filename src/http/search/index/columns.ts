import { caseless } from '../filters.ts'

/** The columns of rows that are kept in memory: typed arrays that grow, four or eight bytes a row. */

const FIRST_CAPACITY = 256

/** A sixth is spare on the average, and not a quarter: of half a million rows that is what another organisation takes. */
function grown<Values extends Float64Array | Uint32Array>(values: Values, place: number): Values {
  if (place < values.length) return values
  const length = Math.ceil(Math.max(values.length, FIRST_CAPACITY) * 1.5)
  const larger = new (values.constructor as new (length: number) => Values)(length)
  larger.set(values)
  return grown(larger, place)
}

/** A column without what is spare in it. */
export interface PackedColumn {
  values: Uint8Array | Uint32Array | Float64Array
  /** Texts that its numbers stand for. */
  texts?: readonly string[]
  sets?: readonly number[][]
}

/** Numbers; NaN where there is none. */
export class NumberColumn {
  values: Float64Array = new Float64Array(FIRST_CAPACITY)

  set(place: number, value: number): void {
    this.values = grown(this.values, place)
    this.values[place] = value
  }

  move(from: number, to: number): void {
    this.values[to] = this.values[from] ?? Number.NaN
  }

  pack(size: number): PackedColumn {
    return { values: this.values.subarray(0, size) }
  }

  compare(a: number, b: number): number {
    return (this.values[a] ?? 0) - (this.values[b] ?? 0)
  }
}

/** Numbers that stand for something, such as a text; 0 for nothing. */
export class CodeColumn {
  values: Uint32Array

  constructor(values: Uint32Array = new Uint32Array(FIRST_CAPACITY)) {
    this.values = values
  }

  setCode(place: number, code: number): void {
    this.values = grown(this.values, place)
    this.values[place] = code
  }

  move(from: number, to: number): void {
    this.values[to] = this.values[from] ?? 0
  }

  pack(size: number): PackedColumn {
    return { values: this.values.subarray(0, size) }
  }
}

/** Texts that differ by case alone are one where they are looked for and counted. */
interface Spelling {
  isCaseless?: boolean | undefined
}

/** Texts by number and numbers by text. The empty number 0 is nothing. */
class Dictionary {
  readonly isCaseless: boolean
  readonly texts: string[] = ['']
  readonly codes = new Map<string, number>()

  constructor({ isCaseless = false }: Spelling) {
    this.isCaseless = isCaseless
  }

  codeOf(text: string): number {
    const known = this.codes.get(text)
    if (known !== undefined) return known
    const code = this.texts.push(text) - 1
    this.codes.set(text, code)
    return code
  }

  /** The numbers of these texts, in all their spellings. */
  codesOf(texts: readonly string[]): Set<number> {
    if (!this.isCaseless) return new Set(texts.flatMap((text) => this.codes.get(text) ?? []))
    const wanted = new Set(texts.map(caseless))
    return new Set([...this.codes].flatMap(([text, code]) => (wanted.has(caseless(text)) ? [code] : [])))
  }
}

const WIDE = /[\ud800-\udfff]/

/** Texts, or null for none, each kept once. */
export class TextColumn extends CodeColumn {
  static unpack({ values, texts = [] }: PackedColumn, spelling: Spelling = {}): TextColumn {
    const column = new TextColumn(spelling)
    // The first of them stands for nothing.
    for (const text of texts.slice(1)) column.codeOf(text)
    column.values = values as Uint32Array
    return column
  }

  readonly #dictionary: Dictionary
  /** True if a text has characters beyond sixteen bits, which JavaScript and PostgreSQL order differently. */
  #hasWide = false

  constructor(spelling: Spelling = {}) {
    super()
    this.#dictionary = new Dictionary(spelling)
  }

  get isCaseless(): boolean {
    return this.#dictionary.isCaseless
  }

  /** By number; what stands at 0 is none. */
  get texts(): readonly string[] {
    return this.#dictionary.texts
  }

  override pack(size: number): PackedColumn {
    return { ...super.pack(size), texts: this.texts }
  }

  codeOf(text: string | null): number {
    if (text === null) return 0
    this.#hasWide ||= WIDE.test(text)
    return this.#dictionary.codeOf(text)
  }

  set(place: number, text: string | null): void {
    this.setCode(place, this.codeOf(text))
  }

  /** Which numbers have one of these texts. */
  passing(texts: readonly string[]): Uint8Array {
    const passes = new Uint8Array(this.texts.length)
    for (const code of this.#dictionary.codesOf(texts)) passes[code] = 1
    return passes
  }

  /** In the order of PostgreSQL's collation "C". */
  compare(a: number, b: number): number {
    const [first, second] = [this.values[a] ?? 0, this.values[b] ?? 0]
    return first === second ? 0 : this.#compareTexts(this.texts[first] ?? '', this.texts[second] ?? '')
  }

  #compareTexts(first: string, second: string): number {
    if (first === second) return 0
    if (this.#hasWide) return Buffer.compare(Buffer.from(first), Buffer.from(second))
    return first < second ? -1 : 1
  }

  /** Compares by names that the texts stand for, in the same order. */
  comparingNames(names: ReadonlyMap<string, string>): (a: number, b: number) => number {
    const named = this.texts.map((text) => names.get(text) ?? '')
    const inOrder = [...new Set(named)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    const rankOf = new Map(inOrder.map((name, rank) => [name, rank]))
    const ranks = Uint32Array.from(named, (name) => rankOf.get(name) ?? 0)
    return (a, b) => (ranks[this.values[a] ?? 0] ?? 0) - (ranks[this.values[b] ?? 0] ?? 0)
  }
}

/** Sets of texts, each set kept once. */
export class SetColumn extends CodeColumn {
  static unpack({ values, texts = [], sets = [] }: PackedColumn, spelling: Spelling = {}): SetColumn {
    const column = new SetColumn(spelling)
    // The first text stands for nothing, and the first set is empty.
    for (const text of texts.slice(1)) column.#dictionary.codeOf(text)
    for (const set of sets.slice(1)) column.#codeOfSet(set)
    column.values = values as Uint32Array
    return column
  }

  readonly #dictionary: Dictionary
  readonly #codes = new Map<string, number>([['', 0]])
  /** The numbers of the texts of each set; the first set is empty. */
  readonly sets: number[][] = [[]]

  constructor(spelling: Spelling = {}) {
    super()
    this.#dictionary = new Dictionary(spelling)
  }

  get isCaseless(): boolean {
    return this.#dictionary.isCaseless
  }

  /** The texts that are in sets, by number. */
  get texts(): readonly string[] {
    return this.#dictionary.texts
  }

  override pack(size: number): PackedColumn {
    return { ...super.pack(size), texts: this.texts, sets: this.sets }
  }

  codeOf(texts: readonly (string | null)[]): number {
    if (texts.length === 0) return 0
    const given = texts.filter((text) => text !== null)
    const own = this.isCaseless ? oneSpellingOfEach(given) : given
    const set = new Set(own.map((text) => this.#dictionary.codeOf(text)))
    return this.#codeOfSet([...set].sort((a, b) => a - b))
  }

  #codeOfSet(set: number[]): number {
    const key = set.join()
    const known = this.#codes.get(key)
    if (known !== undefined) return known
    const code = this.sets.push(set) - 1
    this.#codes.set(key, code)
    return code
  }

  /** Which numbers are of a set that has any of these texts. */
  passing(texts: readonly string[]): Uint8Array {
    const ticked = this.#dictionary.codesOf(texts)
    return Uint8Array.from(this.sets, (set) => (set.some((code) => ticked.has(code)) ? 1 : 0))
  }
}

/** Reduces texts that a document has in two spellings to one each: the first by the collation "C". */
function oneSpellingOfEach(texts: readonly string[]): string[] {
  const lastFirst = texts.toSorted((a, b) => Buffer.compare(Buffer.from(b), Buffer.from(a)))
  return [...new Map(lastFirst.map((text) => [caseless(text), text])).values()]
}
