import type { Language } from '../../words/languages.ts'
import { commodityName, findType } from './catalogue.ts'
import { namesFiles, type NamesFile } from './understand.ts'

/** Names in the language that somebody asks for, as answers give them in `names` beside `name`. */

type Kind = Exclude<keyof NamesFile['names'], 'countries'> | 'types'

/** The names of one language, with the words of one country. */
export interface ServedNames {
  /** Nothing is called otherwise than answers call it anyway. */
  isEmpty: boolean
  /**
   * The field `names`, for what is called otherwise than its `name`. Types have their names by label, since all that are called Winter are.
   *
   * @example fieldOf('measures', 4) // { names: { de: 'Fallzahl' } }
   */
  fieldOf: (kind: Kind, key: string | number, label?: string) => { names?: Record<string, string> }
}

/** The names of a language as a country has them; without a country, its general ones. */
export function servedNames(language: Language, countryISO?: string): ServedNames {
  const { countries = {}, ...general } = namesFiles().get(language)?.names ?? {}
  const own = countryISO === undefined ? undefined : countries[countryISO]
  const find = (kind: Kind, key: string, label?: string) => {
    if (kind === 'types') return own?.types?.[key] ?? general.labels?.[label ?? '']
    return (kind === 'measures' ? own?.measures?.[key] : undefined) ?? general[kind]?.[key]
  }
  return {
    isEmpty: language === 'en' && own === undefined,
    fieldOf(kind, key, label) {
      const name = find(kind, String(key), label)
      return name === undefined ? {} : { names: { [language]: name } }
    },
  }
}

/** Country and language of a reader. */
export interface NamesReader {
  countryISO: string
  language: Language
}

/** Names a commodity as the reader's country does, in the language asked for. */
export function commodityNameFor({ countryISO, language }: NamesReader, id: number): string | undefined {
  const name = commodityName(countryISO, id)
  if (language === 'en') return name
  return servedNames(language, countryISO).fieldOf('commodities', id).names?.[language] ?? name
}

/** Names a type of a commodity as the reader's country does, in the language asked for. */
export function typeNameFor({ countryISO, language }: NamesReader, id: number): string | undefined {
  const name = findType(id)?.name
  if (language === 'en') return name
  return servedNames(language, countryISO).fieldOf('types', id, name).names?.[language] ?? name
}

/** Names a grade, given by its own name, as the reader's country does, in the language asked for. */
export function gradeNameFor({ countryISO, language }: NamesReader, name: string): string {
  if (language === 'en') return name
  return servedNames(language, countryISO).fieldOf('labels', name).names?.[language] ?? name
}
