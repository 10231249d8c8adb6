/** Which varieties somebody may mean who has typed part of a name. Pure. */

/** A variety that could be meant. */
export interface Candidate {
  name: string
  /** How many of the caller's own records are of it. */
  uses: number
}

const MOST = 20

/**
 * The candidates that a query may mean, best first: the very name, names that begin so, names with a word that begins
 * so, names that contain it, and names that nearly begin so, with a letter or two mistyped. Case and accents do not
 * matter. Among equals those the caller uses most come first, then by name. An empty query means all of them.
 *
 * @example rankVarieties('skyfal', [{ name: 'Skyfall', uses: 0 }]) // ['Skyfall']
 */
export function rankVarieties(query: string, candidates: Candidate[]): string[] {
  const asked = foldVariety(query)
  return distinct(candidates)
    .map((candidate) => ({ ...candidate, rank: rankOf(asked, foldVariety(candidate.name)) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || b.uses - a.uses || compareNames(a.name, b.name))
    .slice(0, MOST)
    .map(({ name }) => name)
}

/** One of each name, however it is written: as the first writes it, with the uses of all. */
function distinct(candidates: Candidate[]): Candidate[] {
  const byName = new Map<string, Candidate>()
  for (const { name, uses } of candidates) {
    const key = foldVariety(name)
    if (key === '') continue
    const known = byName.get(key)
    byName.set(key, { name: known?.name ?? name, uses: (known?.uses ?? 0) + uses })
  }
  return [...byName.values()]
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : 1)
}

/** Letters that are more than a letter with a mark on it. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th' }

/** A name without case, accents, punctuation and doubled blanks. */
export function foldVariety(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøłđðþ]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** 0 is best; undefined is not meant. */
function rankOf(asked: string, name: string): number | undefined {
  if (asked === '') return 0
  if (name === asked) return 0
  if (name.startsWith(asked)) return 1
  if (name.includes(` ${asked}`)) return 2
  if (name.includes(asked)) return 3
  const allowed = allowedMistakes(asked)
  const mistakes = Math.min(...beginnings(name).map((part) => distanceToBeginning(asked, part, allowed)))
  return mistakes <= allowed ? 3 + mistakes : undefined
}

/** No variety has as many; what people write instead of one may have hundreds. */
const MOST_WORDS = 12

/** The name from each of its words on. */
function beginnings(name: string): string[] {
  const words = name.split(' ')
  return words.slice(0, MOST_WORDS).map((_word, index) => words.slice(index).join(' '))
}

/** One letter of five may be wrong, two of ten. */
function allowedMistakes(asked: string): number {
  return Math.min(2, Math.floor(asked.length / 5))
}

/**
 * How many letters have to be changed, added, left out or swapped with their neighbour until `name` begins with `asked`; infinite
 * where that is more than `most`. Only what is that near is looked at: a long text beside a long one would take too long.
 */
export function distanceToBeginning(asked: string, name: string, most = asked.length): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: Math.min(name.length, most) + 1 }, (_each, index) => index)
  for (let row = 1; row <= asked.length; row++) {
    const current = row <= most ? [row] : []
    let least = row <= most ? row : Number.POSITIVE_INFINITY
    const end = Math.min(name.length, row + most)
    for (let column = Math.max(1, row - most); column <= end; column++) {
      const isSame = asked[row - 1] === name[column - 1]
      const changed = at(last, column - 1) + (isSame ? 0 : 1)
      const isSwapped =
        row > 1 && column > 1 && asked[row - 1] === name[column - 2] && asked[row - 2] === name[column - 1]
      const swapped = isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY
      const distance = Math.min(changed, swapped, at(last, column) + 1, at(current, column - 1) + 1)
      current[column] = distance
      least = Math.min(least, distance)
    }
    if (least > most) return Number.POSITIVE_INFINITY
    beforeLast = last
    last = current
  }
  return last.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY)
}

function at(row: number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
