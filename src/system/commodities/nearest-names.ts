import { distance } from 'fastest-levenshtein'
import { commodityTree } from './catalogue.ts'
import { commodityNameFor, type NamesReader } from './served-names.ts'
import { cropsNamedIn, languagesOf, namesFiles } from './understand.ts'
import { foldWords } from './words-rules.ts'

const MOST = 3
/** One letter in four may be another: more makes another word. */
const LETTERS_A_SLIP = 4

/**
 * The commodity that is named within the words; otherwise those of a country whose names, or what its people call them, are spelled most like a word that nobody knows: nearest first, as the
 * reader's country and language call them. Asked back with, and never taken: between a wrong crop and a question, a question costs less.
 *
 * @example nearestCommodities('Wheet', { countryISO: 'GB', language: 'en' }) // ['Wheat']
 */
export function nearestCommodities(words: string, reader: NamesReader): string[] {
  return nearestIds(words, reader.countryISO).flatMap((id) => commodityNameFor(reader, id) ?? [])
}

function nearestIds(words: string, countryISO: string): number[] {
  // Whoever writes “gluten free oats” means oats, however much else is spelled like it.
  const named = cropsNamedIn(words, countryISO)
  if (named.length > 0) return named.slice(0, MOST).map(({ id }) => id)
  const asked = foldWords(words).join(' ')
  const most = Math.floor(asked.length / LETTERS_A_SLIP)
  if (most === 0) return []
  const nearest = new Map<number, number>()
  for (const { id, name } of commodityTree(countryISO).flatMap(({ items }) => items)) {
    const calls = [name, ...callsOf(id, countryISO)].map((call) => foldWords(call).join(' '))
    const least = Math.min(...calls.map((call) => distance(asked, call)))
    if (least <= most) nearest.set(id, Math.min(least, nearest.get(id) ?? least))
  }
  return [...nearest]
    .toSorted(([, one], [, other]) => one - other)
    .slice(0, MOST)
    .map(([id]) => id)
}

/** Lists the names of a commodity in the languages that are read, and among people of a country. */
function callsOf(commodityId: number, countryISO: string): string[] {
  return languagesOf(countryISO).flatMap((language) => {
    const file = namesFiles().get(language)
    const name = file?.names.commodities?.[commodityId]
    const said = Object.entries(file?.words ?? {}).flatMap(([key, texts]) => {
      if (key.split('/')[0] !== String(commodityId)) return []
      return texts.flatMap((each) => {
        const [text = '', countries] = each.split('@')
        return countries === undefined || countries.split(',').includes(countryISO) ? [text] : []
      })
    })
    return [...(name === undefined ? [] : [name]), ...said]
  })
}
