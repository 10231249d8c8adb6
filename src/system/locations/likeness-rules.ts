import { slipsToBeginnings } from '../../kernel/names.ts'
import type { Area } from './build-areas.ts'

/** Most that a name may gain by the people who live there: enough to distinguish two of one name, and no more. */
const PEOPLE_WORTH = 0.14

/**
 * Rates how well a place's folded name answers what somebody typed, also folded. 1 and a little is the name itself. Above 0.8 it begins so, and above
 * 0.7 one of its words does. Below that it is like it but for some letters.
 */
export function likeness(typed: string, name: string, population: number): number {
  return textLikeness(typed, name) + (PEOPLE_WORTH * Math.log10(population + 1)) / 8
}

/** Length of the typed text, as a multiple of a name's, above which no letters could make the name worth showing: the two need no comparison. */
const MOST_SHARE = 3

function textLikeness(typed: string, name: string): number {
  if (name === typed) return 1
  const share = typed.length / Math.max(name.length, 1)
  if (name.startsWith(typed)) return 0.8 + 0.1 * share
  if (` ${name}`.includes(` ${typed}`)) return 0.7 + 0.1 * share
  if (share > MOST_SHARE) return 0
  const changes = slipsBetween(typed, name)
  const whole = 1 - changes / Math.max(typed.length, name.length)
  // While somebody types, the name goes on after what there is of it.
  const begun = 1 - slipsBetween(typed, name.slice(0, typed.length)) / typed.length - 0.1
  return 0.8 * Math.max(whole, begun)
}

/** Counts the slips of letters between two names. */
export function slipsBetween(a: string, b: string): number {
  return slipsToBeginnings(a, b).at(-1) ?? 0
}

/** True if all the words beside a name (“Texas” in “Paris, Texas”) name where the place lies. */
export function contextFits(context: string[], area: Pick<Area, 'searchable'>): boolean {
  return context.every((word) => area.searchable.includes(` ${word}`))
}

/**
 * The ways in which a typed line may be read: what stands before the first comma is the name, and the rest says where;
 * without a comma the last words may say where.
 *
 * @example readings(['paris texas']) // 'paris texas' anywhere, or 'paris' in texas
 */
export function readings(parts: string[]): { name: string; context: string[] }[] {
  const [name = '', ...said] = parts.filter((part) => part !== '')
  if (name === '') return []
  const context = said.map(countyName)
  if (context.length > 0) return [{ name, context }]
  const words = name.split(' ')
  const splits = words.length > 4 ? [] : words.slice(1).map((_, index) => index + 1)
  return [
    { name, context: [] },
    ...splits.map((at) => ({
      name: words.slice(0, at).join(' '),
      context: [countyName(words.slice(at).join(' '))],
    })),
  ]
}

/**
 * The name of a county as lists have it: in Ireland people write “Co. Laois”.
 *
 * @example countyName('co laois') // 'laois'
 */
export function countyName(folded: string): string {
  return folded.replace(/^(co|county) (?=.)/, '')
}
