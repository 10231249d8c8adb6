import { fieldNames as de } from './de/field-names.ts'
import { fieldNames as en } from './en/field-names.ts'
import { fieldNames as fr } from './fr/field-names.ts'
import { isLanguage, type Language } from './languages.ts'

/** A language's words for the fields of requests. */
interface FieldWords {
  names: Readonly<Record<string, string>>
  /** A name that has no word, as it was written. */
  quoted: (name: string) => string
  /** An entry of a list, counted from 1; without a label of the list that the whole body is. */
  entry: (place: number, label: string) => string
}

const words: Record<Language, FieldWords> = {
  en: {
    names: en,
    quoted: (name) => `“${name}”`,
    entry: (place, label) => (label === '' ? `Entry ${place}` : `${label}, entry ${place}`),
  },
  de: {
    names: de,
    quoted: (name) => `„${name}“`,
    entry: (place, label) => (label === '' ? `Eintrag ${place}` : `${label}, Eintrag ${place}`),
  },
  fr: {
    names: fr,
    quoted: (name) => `«\u00a0${name}\u00a0»`,
    entry: (place, label) => (label === '' ? `Élément ${place}` : `${label}, élément ${place}`),
  },
}

/** A name of a path, and its place where it is an entry of a list. */
interface Step {
  name: string
  place: number | undefined
}

const wordsIn = (language: string): FieldWords => words[isLanguage(language) ? language : 'en']

/**
 * Names the field at a path as people call it: by the last of its names that has a word, so `source.intake.sender.id` is the sender.
 * `name` counts as a field of its own only where it is not known whose it is. What is said of an entry of a list says which; what has no word has its
 * own name, in quotes. Words of two names, such as `allowances.to`, are for a name that means something else there.
 *
 * @example fieldName('source.intake.sender.id', 'de') // 'Anlieferer'
 * @example fieldName('substorageIds[1]', 'en') // 'Bays, entry 2'
 */
export function fieldName(path: string, language: string): string {
  const { entry } = wordsIn(language)
  const { label, place } = fieldAt(path, language)
  return place === undefined ? label : entry(place, label)
}

/**
 * Names the fields at some paths, each once: entries of one list are that list.
 *
 * @example fieldNamesAt(['ids[0]', 'ids[1]', 'name'], 'en') // ['Partners', 'Name']
 */
export function fieldNamesAt(paths: readonly string[], language: string): string[] {
  const named = paths.map((path) => fieldAt(path, language).label || fieldName(path, language))
  return [...new Set(named)]
}

function fieldAt(path: string, language: string): { label: string; place: number | undefined } {
  const { names, quoted } = wordsIn(language)
  if (path === '') return { label: names['request'] ?? '', place: undefined }
  const steps = path.split('.').map(stepOf).toReversed()
  const [last, list] = steps
  const together = last && list && wordOf(names, `${list.name}.${last.name}`)
  if (together !== undefined) return { label: together, place: undefined }
  const known = steps.filter(({ name }) => wordOf(names, name) !== undefined)
  const step = known.find(({ name }) => name !== 'name') ?? known[0] ?? steps[0]
  const { name = '', place } = step ?? {}
  return { label: name === '' ? '' : (wordOf(names, name) ?? quoted(name)), place }
}

/**
 * Names a field that nobody knows: as whoever sent it has written it, in quotes.
 *
 * @example unknownFieldName('haulier', 'de') // '„haulier“'
 */
export function unknownFieldName(name: string, language: string): string {
  return wordsIn(language).quoted(name)
}

function stepOf(text: string): Step {
  const [, name = text, index] = /^(.*?)(?:\[(\d+)\])?$/.exec(text) ?? []
  return { name, place: index === undefined ? undefined : Number(index) + 1 }
}

/** Filters of searches have their names behind `f:`. */
function wordOf(names: FieldWords['names'], name: string): string | undefined {
  const bare = name.replace(/^f:/, '')
  return Object.hasOwn(names, bare) ? names[bare] : undefined
}
