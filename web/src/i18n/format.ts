import { useSyncExternalStore } from 'react'
import { countryHere } from '../api/country.ts'
import { useMe } from '../api/session.ts'
import { unitsHere, type Units } from '../api/units.ts'
import { localeOf, useLanguage } from './language.ts'
import type { Language } from './languages.ts'
import { makeFormats, type Formats } from './make-formats.ts'

const made = new Map<string, Formats>()

/**
 * Gives the formats of figures and dates for the reader, in the units and on the clock of the farm.
 *
 * @param commodityId of the crop whose stock is shown, by which a bushel is one
 */
export function useFormats(commodityId?: number): Formats {
  const { timeZone } = useMe().organisation
  const units = useSyncExternalStore(unitsHere.subscribe, unitsHere.get)
  return formatsOf(useLanguage(), timeZone, units).of(commodityId)
}

/** Gives these formats outside of components. */
export function formatsOf(language: Language, timeZone: string, units: Units = unitsHere.get()): Formats {
  const countryISO = countryHere.get()
  const key = [language, timeZone, countryISO, ...Object.values(units)].join(' ')
  const formats = made.get(key) ?? makeFormats(localeOf(language), timeZone, { units, countryISO })
  made.set(key, formats)
  return formats
}
