import { isDay } from './i18n/days.ts'
import { isGrouping, type Grouping } from './stock/compared.ts'

// What addresses carry behind their question mark, as the routes read it.

/** A search parameter that may be there, as text. */
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
/** Returns the text of a search parameter under its name, if it is there. */
export const one = <Name extends string>(name: Name, value: unknown) =>
  typeof value === 'string' && value !== '' ? { [name]: value } : {}
/** A search parameter that may be there, as a day. */
export const day = <Name extends string>(name: Name, value: unknown) =>
  typeof value === 'string' && isDay(value) ? { [name]: value } : {}

/** Reads the address of a screen with many filters: texts by their names. */
export const texts = (search: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => text(entry[1]) !== undefined),
  )

type Search = Record<string, unknown>

/** Reads the path to return to after sign-in: only a path of this site, whoever made the link. */
export function wayBack(search: Search): { to?: string } {
  const to = text(search['to'])
  return to !== undefined && /^\/(?!\/)/.test(to) ? { to } : {}
}

/** The stores on a day, as pictures or as a table, all of them or some. */
export function storesView({ at, view, ...others }: Search): StoresView {
  return { ...texts(others), ...day('at', at), ...(view === 'table' && { view }) }
}

interface StoresView {
  at?: string
  view?: 'table'
  [filter: string]: string
}

/** The bay of a store that is shown. */
export function bayNumber(search: Search): { bay?: number } {
  const bay = Number(search['bay'])
  return Number.isInteger(bay) && bay > 0 ? { bay } : {}
}

/** The position on a day, beside another one, by group. */
export const positionView = (search: Search): { at?: string; with?: string; group?: Grouping } => ({
  ...day('at', search['at']),
  ...day('with', search['with']),
  ...(isGrouping(search['group']) && { group: search['group'] }),
})

/** Reads the kind of request to an expert. */
export const asked = (search: Search): { ask?: 'question' | 'grain-sample' } =>
  search['ask'] === 'question' || search['ask'] === 'grain-sample' ? { ask: search['ask'] } : {}
