import { message } from '../../words/catalogue.ts'
import { scimRefusal } from './refuse.ts'

/** Filters and paths as they are sent (RFC 7644, 3.4.2.2 and 3.5.2). */

const operators = ['eq', 'ne', 'co', 'sw', 'ew'] as const
export type FilterOperator = (typeof operators)[number]

export type FilterValue = string | number | boolean | null

export type Filter =
  | { kind: 'and' | 'or'; parts: Filter[] }
  | { kind: 'not'; part: Filter }
  /** The path in lower case and without its schema: names of attributes are the same in any case. */
  | { kind: 'compare'; path: string; operator: FilterOperator; value: FilterValue }
  | { kind: 'present'; path: string }

/** A place in a resource: `emails[type eq "work"].value`. Names are in lower case. */
export interface AttributePath {
  attribute: string
  /** Picks some of several values. */
  filter: Filter | undefined
  sub: string | undefined
}

const MOST_CHARACTERS = 1000
/** In brackets within each other. */
const MOST_DEPTH = 10
const CORE = 'urn:ietf:params:scim:schemas:core:2.0:user:'
const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|([()[\]])|(\.?[A-Za-z$][\w$:.-]*)|(-?\d+(?:\.\d+)?))/y

interface Token {
  kind: 'text' | 'bracket' | 'word' | 'number'
  text: string
  at: number
}

/**
 * Reads a filter of a list.
 *
 * @throws Refusal `invalidFilter`
 * @example parseMemberFilter('userName eq "ann@hillfarm.example" and active eq true')
 */
export function parseMemberFilter(text: string): Filter {
  return new Reader(text, 'invalidFilter').filter()
}

/**
 * Reads the path of a change.
 *
 * @throws Refusal `invalidPath`
 * @example parsePath('emails[type eq "work"].value') // { attribute: 'emails', filter: …, sub: 'value' }
 */
export function parsePath(text: string): AttributePath {
  return new Reader(text, 'invalidPath').path()
}

/** The name of an attribute as it is compared: in lower case, without the schema of users. */
export function attributeName(name: string): string {
  const lower = name.toLowerCase()
  return lower.startsWith(CORE) ? lower.slice(CORE.length) : lower
}

/** Reads one text; what it has read lies behind it. */
class Reader {
  readonly #text: string
  readonly #type: 'invalidFilter' | 'invalidPath'
  readonly #tokens: Token[]
  #next = 0
  #depth = 0

  constructor(text: string, type: 'invalidFilter' | 'invalidPath') {
    this.#text = text
    this.#type = type
    if (text.length > MOST_CHARACTERS)
      throw scimRefusal(type, message('directoryTextIsTooLong', { limit: MOST_CHARACTERS }))
    this.#tokens = this.#split()
  }

  filter(): Filter {
    const filter = this.#or()
    this.#end()
    return filter
  }

  path(): AttributePath {
    const name = attributeName(this.#word())
    const filter = this.#isNext('[') ? this.#bracketed() : undefined
    const sub = filter && this.#peek()?.text.startsWith('.') ? this.#word().slice(1).toLowerCase() : undefined
    this.#end()
    if (filter || name.startsWith('urn:')) return { attribute: name, filter, sub }
    const [attribute = '', inner, ...deeper] = name.split('.')
    if (attribute === '' || inner === '' || deeper.length > 0) this.#refuse(0)
    return { attribute, filter, sub: inner }
  }

  #split(): Token[] {
    const tokens: Token[] = []
    const text = this.#text.trimEnd()
    TOKEN.lastIndex = 0
    while (TOKEN.lastIndex < text.length) {
      const at = TOKEN.lastIndex
      const found = TOKEN.exec(text)
      if (!found) this.#refuse(at)
      const [, quoted, bracket, word, number] = found
      if (quoted !== undefined) tokens.push({ kind: 'text', text: quoted, at })
      else if (bracket !== undefined) tokens.push({ kind: 'bracket', text: bracket, at })
      else if (word !== undefined) tokens.push({ kind: 'word', text: word, at })
      else tokens.push({ kind: 'number', text: number ?? '', at })
    }
    return tokens
  }

  #or(): Filter {
    return this.#joined('or', () => this.#joined('and', () => this.#one()))
  }

  #joined(kind: 'and' | 'or', part: () => Filter): Filter {
    const first = part()
    const parts = [first]
    while (this.#isNext(kind)) {
      this.#next += 1
      parts.push(part())
    }
    return parts.length === 1 ? first : { kind, parts }
  }

  #one(): Filter {
    if (this.#isNext('(')) return this.#grouped()
    const word = this.#word()
    if (word.toLowerCase() === 'not' && this.#isNext('(')) return { kind: 'not', part: this.#grouped() }
    const path = attributeName(word)
    if (!this.#isNext('[')) return this.#comparison(path)
    const within = beneath(path, this.#bracketed())
    if (!this.#peek()?.text.startsWith('.')) return within
    const sub = this.#word().toLowerCase()
    return { kind: 'and', parts: [within, this.#comparison(`${path}${sub}`)] }
  }

  #comparison(path: string): Filter {
    const word = this.#word().toLowerCase()
    if (word === 'pr') return { kind: 'present', path }
    const operator = operators.find((each) => each === word)
    if (!operator) this.#refuse(this.#next - 1)
    return { kind: 'compare', path, operator, value: this.#value() }
  }

  #value(): FilterValue {
    const token = this.#peek()
    if (!token || token.kind === 'bracket') this.#refuse(this.#next)
    this.#next += 1
    try {
      const value: unknown = JSON.parse(token.kind === 'word' ? token.text.toLowerCase() : token.text)
      if (value === null || ['string', 'number', 'boolean'].includes(typeof value))
        return value as FilterValue
    } catch {
      // It is no JSON: refused below.
    }
    this.#refuse(this.#next - 1)
  }

  #grouped(): Filter {
    return this.#within('(', ')')
  }

  #bracketed(): Filter {
    return this.#within('[', ']')
  }

  #within(open: string, close: string): Filter {
    this.#expect(open)
    this.#depth += 1
    if (this.#depth > MOST_DEPTH) this.#refuse(this.#next)
    const filter = this.#or()
    this.#depth -= 1
    this.#expect(close)
    return filter
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#next]
  }

  #isNext(text: string): boolean {
    const token = this.#peek()
    return token !== undefined && token.kind !== 'text' && token.text.toLowerCase() === text
  }

  #expect(text: string): void {
    if (!this.#isNext(text)) this.#refuse(this.#next)
    this.#next += 1
  }

  #word(): string {
    const token = this.#peek()
    if (token?.kind !== 'word') this.#refuse(this.#next)
    this.#next += 1
    return token.text
  }

  #end(): void {
    if (this.#peek()) this.#refuse(this.#next)
  }

  /** Refuses the text from this token on; before there are tokens, from this character on. */
  #refuse(index: number): never {
    const at =
      (this.#tokens as Token[] | undefined)?.[index]?.at ?? (this.#tokens ? this.#text.length : index)
    const rest = this.#text.slice(at).trim().slice(0, 50)
    const id = this.#type === 'invalidFilter' ? 'directoryFilterIsUnreadable' : 'directoryPathIsUnreadable'
    throw scimRefusal(this.#type, message(id, { text: this.#text.slice(0, 100), rest }))
  }
}

/** A filter of the parts of an attribute, as one of the whole resource: it has one value of each. */
function beneath(path: string, filter: Filter): Filter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, parts: filter.parts.map((each) => beneath(path, each)) }
    case 'not':
      return { kind: 'not', part: beneath(path, filter.part) }
    default:
      return { ...filter, path: `${path}.${filter.path}` }
  }
}

/** True if a value with parts, such as an e-mail with its type, is what the filter of a path asks for. */
export function matchesParts(filter: Filter, parts: Readonly<Record<string, unknown>>): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((each) => matchesParts(each, parts))
    case 'or':
      return filter.parts.some((each) => matchesParts(each, parts))
    case 'not':
      return !matchesParts(filter.part, parts)
    case 'present':
      return Object.hasOwn(parts, filter.path)
    case 'compare':
      return compares(Object.hasOwn(parts, filter.path) ? parts[filter.path] : undefined, filter)
  }
}

function compares(
  given: unknown,
  { operator, value }: { operator: FilterOperator; value: FilterValue },
): boolean {
  if (typeof given !== 'string' || typeof value !== 'string')
    return operator === 'eq' ? sameFlag(given, value) : operator === 'ne' && !sameFlag(given, value)
  const [text, sought] = [given.toLowerCase(), value.toLowerCase()]
  switch (operator) {
    case 'eq':
      return text === sought
    case 'ne':
      return text !== sought
    case 'co':
      return text.includes(sought)
    case 'sw':
      return text.startsWith(sought)
    case 'ew':
      return text.endsWith(sought)
  }
}

/** Directories send `"True"` for true. */
const sameFlag = (given: unknown, value: FilterValue) =>
  given === value || (typeof given === 'boolean' && String(given) === String(value).toLowerCase())
