import { useMemo, useSyncExternalStore } from 'react'
import { countryHere } from '../api/country.ts'
import { unitsHere } from '../api/units.ts'
import { languageNow, localeOf, useLanguage } from './language.ts'
import { inLanguage, type WrittenLanguage } from './languages.ts'
import { placeUnits, unitNames } from './units.ts'

/**
 * The sentences of a screen in every language: a message that is missing in one is a fault of types. `{name}` is put in by name; of
 * `one | other` the language's own rule picks by `{n}`.
 *
 * @example const messages = defineMessages({ en: { bays: '{n} bay | {n} bays' }, de: …, fr: … })
 */
export function defineMessages<const En extends Record<string, string>>(
  all: { en: En } & Record<Exclude<WrittenLanguage, 'en'>, { [Key in keyof En]: string }>,
): MessagesOf<En> {
  return all
}

/** All languages of some messages. */
export type MessagesOf<En> = Record<WrittenLanguage, { [Key in keyof En]: string }>

/**
 * The messages in the language that is chosen, followed when it changes. In them are the units in which the organisation reads: `{stockUnit}`,
 * `{columnUnit}` over a column of many crops, `{entryUnit}` and `{entryYieldUnit}` of a field
 * whose crop may be chosen after it, `{yieldUnit}`, `{columnYieldUnit}`, `{scaleUnit}` and `{areaUnit}`. Where a sentence says one in words, it has them
 * for each unit: `{ha:hectares|ac:acres}`.
 *
 * @param commodityId of the crop that they speak of, by which a bushel is one
 */
export function useMessages<En>(
  messages: MessagesOf<En>,
  commodityId?: number,
): { [Key in keyof En]: string } {
  const language = useLanguage()
  const own = useMemo(() => inLanguage(messages, language), [messages, language])
  return useInUnits(own, commodityId)
}

/** Texts of one language with the units in them. */
export function useInUnits<Own extends object>(own: Own, commodityId?: number): Own {
  const units = useSyncExternalStore(unitsHere.subscribe, unitsHere.get)
  return inUnits(own, unitNames(units, countryHere.get(), commodityId))
}

const made = new WeakMap<object, Map<string, object>>()

/** Returns one object every time, as components compare what they are given. */
function inUnits<Own extends object>(own: Own, names: Record<string, string>): Own {
  const key = Object.values(names).join(' ')
  const before = made.get(own)?.get(key)
  // Made below of the same messages.
  if (before) return before as Own
  const placed = Object.entries(own).map(([name, text]) => [name, placeUnits(String(text), names)])
  const named = Object.fromEntries(placed) as Own
  made.set(own, (made.get(own) ?? new Map<string, object>()).set(key, named))
  return named
}

type Values = Record<string, string | number>

/** A message with its values put in. A count is given as `n`, and written as figures are. */
export function say(message: string, values: Values = {}): string {
  const forms = message.split(' | ')
  const { n } = values
  const picked = forms.length > 1 && typeof n === 'number' ? forms[formOf(n, forms.length)] : message
  return (picked ?? message).replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = values[name] ?? ''
    return name === 'n' && typeof value === 'number' ? written(value) : String(value)
  })
}

/** Few counts have separators; to ask for them costs more than the whole sentence. */
const written = (count: number) =>
  count < 1000 ? String(count) : count.toLocaleString(localeOf(languageNow()))

const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other']

/** Languages have as many forms as they need, the last of them for all other counts: French says one of 0 and 1, Polish has three. */
function formOf(count: number, forms: number): number {
  const rules = new Intl.PluralRules(languageNow())
  const own = rules
    .resolvedOptions()
    .pluralCategories.toSorted((a, b) => CATEGORIES.indexOf(a) - CATEGORIES.indexOf(b))
  return Math.min(own.indexOf(rules.select(count)), forms - 1)
}
