import type { Actor } from '../../http/actor.ts'
import type { SearchFilter, Sql } from '../../http/search/definition.ts'
import { tidied } from '../../kernel/names.ts'
import { harvestYearIn } from '../countries/countries.ts'
import { findCommodityNamed, commodityProblem } from './names.ts'
import { commodityName, findGrade, findTag, typeName } from './catalogue.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { servedNames, type ServedNames } from './served-names.ts'

// What every search for something of the catalogue is filtered by, with the names of the ids. An id that the catalogue has not is its own
// name. `value` is the SQL of the ids.

export function commodityFilter(value: Sql): SearchFilter {
  return {
    displayName: 'Commodity',
    values:
      'by id, by what people of your country call it, or by a code such as EPPO:TRZAX, HS:1001 or WIKIDATA:Q15645384',
    kind: 'int',
    value,
    read: (text, { countryISO }) => idText(findCommodityNamed(text, countryISO)?.commodity),
    whyNot: (text, actor) => commodityProblem(text, actor),
    label: commodityLabel,
  }
}

/** A type is called the same in every country; so are grades and tags. */
export function typeFilter(value: Sql): SearchFilter {
  return {
    displayName: 'Type',
    values: 'by id, or by words that name it with its commodity, such as winter wheat; 0 is mixed',
    kind: 'int',
    value,
    read: (text, { countryISO }) => idText(findCommodityNamed(text, countryISO)?.type),
    label: (id, actor) => named(actor, 'types', id) ?? typeName(Number(id)) ?? id,
  }
}

/** @param value 0 where there is no grade */
export function gradeFilter(value: Sql): SearchFilter {
  return { displayName: 'Grade', values: 'by id; 0 is ungraded', kind: 'int', value, label: gradeLabel }
}

/** @param value an array of ids */
export function tagFilter(value: Sql): SearchFilter {
  return {
    displayName: 'Commodity tag',
    kind: 'int',
    isArray: true,
    value,
    label: (id, actor) => named(actor, 'tags', id) ?? findTag(Number(id))?.name ?? id,
  }
}

/** @param value in the form that is kept; where a country splits its years, 2026 finds 2026/27 */
export function harvestYearFilter(value: Sql): SearchFilter {
  return {
    displayName: 'Harvest year',
    kind: 'text',
    value,
    read: (text, { countryISO }) => harvestYearIn(tidied(text), countryISO),
  }
}

function idText(found: { id: number } | undefined): string | undefined {
  return found && String(found.id)
}

/** In the words of the caller's language and country, as its answers have them. */
function commodityLabel(id: string, actor: Pick<Actor, 'countryISO' | 'language' | 'units'>): string {
  return named(actor, 'commodities', id) ?? commodityName(actor.countryISO, Number(id)) ?? id
}

/** 0 is how answers show stock without a grade. */
export function gradeLabel(id: string, actor: Pick<Actor, 'countryISO' | 'language' | 'units'>): string {
  if (id === '0') return render(message('isUngraded', {}), actor)
  const grade = findGrade(Number(id))
  return grade ? (named(actor, 'labels', grade.name) ?? grade.name) : id
}

/** Finds the reader's own name for an entry; undefined in English, which uses the catalogue's names for all. */
function named(
  { language, countryISO }: Pick<Actor, 'countryISO' | 'language' | 'units'>,
  kind: Parameters<ServedNames['fieldOf']>[0],
  key: string,
): string | undefined {
  if (language === 'en') return undefined
  const label = kind === 'types' ? typeName(Number(key)) : undefined
  return servedNames(language, countryISO).fieldOf(kind, key, label).names?.[language]
}
