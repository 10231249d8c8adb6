import { slipsToBeginnings } from '../../kernel/names.ts'

/** Which varieties somebody may mean who has typed part of a name. Pure. */

/** A variety that could be meant. */
export interface Candidate {
  name: string
  /** Count of the caller's own records of it. */
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

/** Counts the slips needed until `name` begins with `asked`; infinite where that is more than `most`. */
export function distanceToBeginning(asked: string, name: string, most = asked.length): number {
  const slips = slipsToBeginnings(asked, name, most)
  return slips.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY)
}
