import { sql } from 'kysely'
import { fault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { isId, MAX_INTEGER } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import type { Actor } from '../actor.ts'
import type { SearchFilter, SearchQuery, Sql } from './definition.ts'
import { message } from '../../words/catalogue.ts'

/** The values ticked, by the parameter's name; filters without a value are not in it. */
export type Selection = ReadonlyMap<string, readonly string[]>

/**
 * Reads the ticked values out of a query, distinct and in the order given.
 *
 * @throws Refusal `invalid_input` with every value that cannot be one of its filter's
 */
export function selectionOf(
  filters: Record<string, SearchFilter>,
  actor: Actor,
  query: SearchQuery,
): Selection {
  refuseFaults(filterFaults(filters, actor, query))
  return new Map(
    Object.entries(filters).flatMap(([name, filter]) => {
      const values = valuesOf(filter, actor, query[name])
      return values.length > 0 ? [[name, values]] : []
    }),
  )
}

/** Every value in a query that cannot be one of its filter's. */
export function filterFaults(
  filters: Record<string, SearchFilter>,
  actor: Actor,
  query: SearchQuery,
): Fault[] {
  return Object.entries(filters).flatMap(([name, filter]) =>
    valuesOf(filter, actor, query[name])
      .filter((value) => !isPossible(filter, value))
      .map((value) => impossible(name, filter, value, actor)),
  )
}

function valuesOf(filter: SearchFilter, actor: Actor, given: unknown): string[] {
  const values = new Set(givenValues(given).map((value) => canonical(filter, actor, value)))
  return filter.isCaseless
    ? [...new Map([...values].map((value) => [caseless(value), value])).values()]
    : [...values]
}

/** Gives the form in which a text is compared where case does not matter. */
export function caseless(text: string): string {
  return text.toLowerCase()
}

/** A value between commas, in which a comma or a backslash may stand behind a backslash. */
const VALUE = /(?:\\[\\,]|[^,])+/g

/** Splits at commas that are not escaped: `wheat,rye` are two values, `Smith\, Sons` is one. */
export function givenValues(given: unknown): string[] {
  const texts = Array.isArray(given) ? given : given === undefined ? [] : [given]
  return texts
    .flatMap((text) => String(text).match(VALUE) ?? [])
    .map((value) => value.replaceAll(/\\([\\,])/g, '$1').trim())
    .filter((value) => value !== '')
}

/** The values as a query writes them; the reverse of reading them. */
export function writeValues(values: readonly string[]): string {
  return values.map((value) => value.replaceAll(/[\\,]/g, '\\$&')).join(',')
}

const INTEGER = /^-?\d{1,10}$/

function canonical({ kind, choices, read }: SearchFilter, actor: Actor, value: string): string {
  const known = kind === 'int' && INTEGER.test(value) ? undefined : read?.(value, actor)
  if (known !== undefined) return known
  if (kind === 'int') return INTEGER.test(value) ? String(Number(value)) : value
  // Names are kept tidied: the very same text, copied out of a spreadsheet, has to find them.
  return kind === 'text' && !choices ? tidied(value) : value.toLowerCase()
}

function isPossible({ kind, choices }: SearchFilter, value: string): boolean {
  if (choices) return choices.includes(value)
  switch (kind) {
    case 'int':
      return INTEGER.test(value) && Math.abs(Number(value)) <= MAX_INTEGER
    case 'uuid':
      return isId(value)
    case 'boolean':
      return value === 'true' || value === 'false'
    case 'text':
      // PostgreSQL's text cannot hold the null character, so nothing stored has it.
      return !value.includes('\0')
  }
}

function impossible(
  name: string,
  { kind, choices, whyNot }: SearchFilter,
  value: string,
  actor: Actor,
): Fault {
  const shown = { value: value.slice(0, 100) }
  if (choices) return fault(name, message('isNoneOf', { ...shown, choices: [...choices] }), 'enum')
  if (kind === 'int' && /^-?\d+$/.test(value))
    return fault(name, message('isTooLargeNumber', shown), 'maximum')
  if (whyNot) return fault(name, message('valueIsWrong', { ...shown, reason: whyNot(value, actor) }), 'type')
  return fault(name, message('isNoValueOf', { ...shown, kind }), 'type')
}

/** The condition that a document has one of the ticked values; never null. */
export function passes(filter: SearchFilter, values: readonly string[]): Sql {
  const { kind, value, isArray, isCaseless, condition } = filter
  const wanted = sql`${[...values]}::text[]::${arrayType[kind]}`
  if (condition) return condition(wanted)
  if (isCaseless) {
    const lowered = (texts: Sql) => sql`array(select lower(each) from unnest(${texts}) as texts (each))`
    return isArray
      ? sql`coalesce(${lowered(value)} && ${lowered(wanted)}, false)`
      : sql`coalesce(lower(${value}) = any(${lowered(wanted)}), false)`
  }
  return isArray
    ? sql`coalesce(${value} && ${wanted}, false)`
    : sql`coalesce(${value} = any(${wanted}), false)`
}

/** SQL types of several values of a filter, by kind. */
export const arrayType: Record<SearchFilter['kind'], Sql> = {
  int: sql`int[]`,
  text: sql`text[]`,
  uuid: sql`uuid[]`,
  boolean: sql`boolean[]`,
}
