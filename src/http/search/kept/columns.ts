import { caseless } from '../filters.ts'

/** The columns of rows that are kept in memory: typed arrays that grow, four or eight bytes a row. */

const FIRST_CAPACITY = 256

function grown<Values extends Float64Array | Uint32Array>(values: Values, place: number): Values {
  if (place < values.length) return values
  const larger = new (values.constructor as new (length: number) => Values)(values.length * 2)
  larger.set(values)
  return grown(larger, place)
}

/** Numbers; NaN where there is none. */
export class NumberColumn {
  values = new Float64Array(FIRST_CAPACITY)

  set(place: number, value: number): void {
    this.values = grown(this.values, place)
    this.values[place] = value
  }

  move(from: number, to: number): void {
    this.values[to] = this.values[from] ?? Number.NaN
  }

  compare(a: number, b: number): number {
    return (this.values[a] ?? 0) - (this.values[b] ?? 0)
  }
}

/** Texts by number and numbers by text. The empty number 0 is nothing. */
class Dictionary {
  readonly texts: string[] = ['']
  readonly codes = new Map<string, number>()

  codeOf(text: string): number {
    const known = this.codes.get(text)
    if (known !== undefined) return known
    const code = this.texts.push(text) - 1
    this.codes.set(text, code)
    return code
  }
}

const WIDE = /[\ud800-\udfff]/

/** Texts, or null for none, each kept once. */
export class TextColumn {
  values = new Uint32Array(FIRST_CAPACITY)
  /** Texts that differ by case alone are one where they are looked for and counted. */
  readonly isCaseless: boolean
  readonly #dictionary = new Dictionary()
  /** Whether a text has characters beyond sixteen bits, whose order JavaScript has otherwise than PostgreSQL. */
  #hasWide = false

  constructor({ isCaseless = false }: { isCaseless?: boolean | undefined } = {}) {
    this.isCaseless = isCaseless
  }

  /** By number; what stands at 0 is none. */
  get texts(): readonly string[] {
    return this.#dictionary.texts
  }

  set(place: number, text: string | null): void {
    this.values = grown(this.values, place)
    this.values[place] = text === null ? 0 : this.#dictionary.codeOf(text)
    if (text !== null) this.#hasWide ||= WIDE.test(text)
  }

  move(from: number, to: number): void {
    this.values[to] = this.values[from] ?? 0
  }

  /** Which numbers have one of these texts. */
  passing(texts: readonly string[]): Uint8Array {
    const passes = new Uint8Array(this.texts.length)
    if (this.isCaseless) {
      const wanted = new Set(texts.map(caseless))
      for (const [code, text] of this.texts.entries()) if (wanted.has(caseless(text))) passes[code] = 1
    } else for (const text of texts) passes[this.#dictionary.codes.get(text) ?? 0] = 1
    passes[0] = 0
    return passes
  }

  /** In the order of PostgreSQL's collation "C". */
  compare(a: number, b: number): number {
    const [first = '', second = ''] = [this.texts[this.values[a] ?? 0], this.texts[this.values[b] ?? 0]]
    if (first === second) return 0
    if (this.#hasWide) return Buffer.compare(Buffer.from(first), Buffer.from(second))
    return first < second ? -1 : 1
  }
}

/** Sets of texts, each set kept once. */
export class SetColumn {
  values = new Uint32Array(FIRST_CAPACITY)
  readonly #dictionary = new Dictionary()
  readonly #codes = new Map<string, number>([['', 0]])
  /** The numbers of the texts of each set; the first set is empty. */
  readonly sets: number[][] = [[]]

  /** The texts that are in sets, by number. */
  get texts(): readonly string[] {
    return this.#dictionary.texts
  }

  set(place: number, texts: readonly (string | null)[] | null): void {
    const set = new Set(
      (texts ?? []).filter((text) => text !== null).map((text) => this.#dictionary.codeOf(text)),
    )
    this.values = grown(this.values, place)
    this.values[place] = this.#codeOf([...set].sort((a, b) => a - b))
  }

  #codeOf(set: number[]): number {
    const key = set.join()
    const known = this.#codes.get(key)
    if (known !== undefined) return known
    const code = this.sets.push(set) - 1
    this.#codes.set(key, code)
    return code
  }

  move(from: number, to: number): void {
    this.values[to] = this.values[from] ?? 0
  }

  /** Which numbers are of a set that has any of these texts. */
  passing(texts: readonly string[]): Uint8Array {
    const ticked = new Set(texts.map((text) => this.#dictionary.codes.get(text)))
    return Uint8Array.from(this.sets, (set) => (set.some((code) => ticked.has(code)) ? 1 : 0))
  }
}
