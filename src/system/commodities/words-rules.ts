/** Words that people use for a crop, a class or a grade, in one language: how they are written down, and how they are read. Pure. */

/** The meaning of some words, as far as they give it. */
export interface Meaning {
  /** More than one where the words alone do not tell. */
  commodityIds: readonly number[]
  typeId?: number
  /** Says the type by its name, whatever the commodity. */
  typeName?: string
  /** Names of grades, the likeliest first: a country has at most a few of them. */
  gradeNames?: readonly string[]
  /** Tags for how it was grown or must be segregated: organic, HEAR. */
  tagIds?: readonly number[]
  /** The only commodity of which this can be said. */
  onlyOf?: number
}

/** The words of one language, by folded phrase. */
export interface Lexicon {
  meanings: ReadonlyMap<string, readonly Meaning[]>
  fillers: ReadonlySet<string>
  /** True if several words may be written as one. */
  hasCompounds: boolean
}

/** A phrase of the names files, and the countries where alone it means this; everywhere where they are empty. */
export interface Phrase {
  text: string
  meaning: Meaning
  countries: readonly string[]
}

const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o' }
const MOST_WORDS = 8
const NUMBER = /^\d$/
/** A shorter piece of a word is too likely to be there by chance. */
const SHORTEST_PIECE = 3

/**
 * Words as they are compared: small letters without marks, `oe` for `ö` and the like the same, one and several the same.
 *
 * @example foldWords('Körner-Maïs') // ['korner', 'mai']
 */
export function foldWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœø]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/([aou])e/g, '$1')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(stemOf)
}

function stemOf(word: string): string {
  if (word.length <= 3) return word
  return word.replace(/en$/, 'e').replace(/(?<=[^s])[sx]$/, '')
}

/** Puts phrases together, as they are understood in a country. */
export function lexiconOf(
  phrases: readonly Phrase[],
  fillers: readonly string[],
  countryISO: string,
  hasCompounds: boolean,
): Lexicon {
  const meanings = new Map<string, Meaning[]>()
  const add = ({ text, meaning }: Phrase, before: ReadonlyMap<string, unknown>) => {
    const key = foldWords(text).join(' ')
    if (!before.has(key)) meanings.set(key, [...(meanings.get(key) ?? []), meaning])
  }
  // What a word means in this country goes before what it means elsewhere.
  for (const each of phrases) if (each.countries.includes(countryISO)) add(each, new Map())
  const own = new Map(meanings)
  for (const each of phrases) if (each.countries.length === 0) add(each, own)
  return { meanings, fillers: new Set(fillers.flatMap(foldWords)), hasCompounds }
}

/**
 * Lists the possible meanings of words in a language, each reading once; none where a word is not known. Every word has to be used: “spring cleaning”
 * is no spring wheat.
 */
export function readWords({ meanings, fillers, hasCompounds }: Lexicon, text: string): Meaning[] {
  const words = foldWords(text)
  if (words.length === 0 || words.length > MOST_WORDS) return []
  const whole = meanings.get(words.join(' '))?.filter(({ commodityIds }) => commodityIds.length > 0)
  if (whole && whole.length > 0) return [...whole]
  const readings: Meaning[] = []
  const read = (at: number, so: Meaning): void => {
    const word = words[at]
    if (word === undefined) {
      if (so.commodityIds.length > 0) readings.push(so)
      return
    }
    if (fillers.has(word)) read(at + 1, so)
    for (let end = words.length; end > at; end--) {
      const phrase = words.slice(at, end).join(' ')
      // “2 yellow corn” is of the second grade; “corn 2” is somebody's second corn.
      const known = at > 0 && NUMBER.test(phrase) ? [] : (meanings.get(phrase) ?? [])
      for (const meaning of known) {
        const both = joined(so, meaning)
        if (both) read(end, both)
      }
      if (known.length > 0) return
    }
    for (const meaning of hasCompounds ? readCompound(meanings, word) : []) {
      const both = joined(so, meaning)
      if (both) read(at + 1, both)
    }
  }
  read(0, { commodityIds: [] })
  return readings
}

/** German writes in one word what others write in several: “Winterfuttergerste”. */
function readCompound(meanings: Lexicon['meanings'], word: string): Meaning[] {
  for (let cut = word.length - SHORTEST_PIECE; cut >= SHORTEST_PIECE; cut--) {
    const rest = word.slice(cut)
    const heads = meanings.get(stemOf(word.slice(0, cut))) ?? []
    if (heads.length === 0) continue
    const tails = meanings.get(stemOf(rest)) ?? readCompound(meanings, rest)
    const found = heads.flatMap((head) => tails.flatMap((tail) => joined(head, tail) ?? []))
    if (found.length > 0) return found
  }
  return []
}

/** Both at once; undefined where they contradict each other. */
function joined(one: Meaning, other: Meaning): Meaning | undefined {
  if (one.commodityIds.length > 0 && other.commodityIds.length > 0) return undefined
  if (one.typeName !== undefined && other.typeName !== undefined && one.typeName !== other.typeName)
    return undefined
  // “Group 1 milling wheat” says one grade twice.
  const gradeNames =
    one.gradeNames && other.gradeNames
      ? one.gradeNames.filter((name) => other.gradeNames?.includes(name))
      : (one.gradeNames ?? other.gradeNames)
  if (gradeNames?.length === 0) return undefined
  const commodityIds = [...one.commodityIds, ...other.commodityIds]
  const onlyOf = one.onlyOf ?? other.onlyOf
  if (onlyOf !== undefined && commodityIds.length > 0 && !commodityIds.includes(onlyOf)) return undefined
  const tagIds = [...(one.tagIds ?? []), ...(other.tagIds ?? [])]
  return {
    ...one,
    ...other,
    commodityIds,
    ...(gradeNames && { gradeNames }),
    ...(tagIds.length > 0 && { tagIds }),
  }
}

/**
 * The longest pieces of some words that mean a crop, where all of them together mean none: of “gluten free oats” the oats, of “Mostäpfel” the
 * apples.
 */
export function cropsWithin(lexicon: Lexicon, text: string): Meaning[] {
  const words = foldWords(text).slice(0, MOST_WORDS)
  for (let length = words.length; length > 0; length--)
    for (let at = words.length - length; at >= 0; at--) {
      const found = readWords(lexicon, words.slice(at, at + length).join(' '))
      if (found.length > 0) return found
    }
  if (!lexicon.hasCompounds) return []
  // Of a word of several the last says what it is.
  for (const word of words.toReversed())
    for (let cut = SHORTEST_PIECE; cut <= word.length - SHORTEST_PIECE; cut++) {
      const known = (lexicon.meanings.get(stemOf(word.slice(cut))) ?? []).filter(
        ({ commodityIds }) => commodityIds.length > 0,
      )
      if (known.length > 0) return known
    }
  return []
}
