import { fault, type Fault } from '../../kernel/errors.ts'
import { message } from '../../words/catalogue.ts'
import type { NumberKind, Restarts } from './number-kinds.ts'

/** Rule by which the numbers of a kind of paper are written and counted (rules.md §11). */
export interface SeriesRule {
  /** Text with the figures as {0}, {0000}, and {store}, {yy} and {yyyy} where these are to stand. */
  pattern: string
  restarts: Restarts
  byStore: boolean
}

/** A pattern as it is kept: what stands before and behind the figures, and how many there are at least. */
export interface PatternParts {
  prefix: string
  digits: number
  suffix: string
}

const FIGURES = /^(?<prefix>.*?)\{(?<zeros>0{1,10})\}(?<suffix>.*)$/
const WORDS = /\{(?:store|yy|yyyy)\}/g

/** Papers that are about no single store, so that none can be in their numbers. */
const OF_NO_STORE: readonly NumberKind[] = ['count', 'statement', 'charges']

/**
 * Takes a pattern apart; undefined where it has no place for figures, several, or braces that mean nothing.
 *
 * @example partsOfPattern('{store}-{yy}-{0000}') // { prefix: '{store}-{yy}-', digits: 4, suffix: '' }
 */
export function partsOfPattern(pattern: string): PatternParts | undefined {
  const { prefix = '', zeros = '', suffix = '' } = FIGURES.exec(pattern.trim())?.groups ?? {}
  const rest = (prefix + suffix).replaceAll(WORDS, '')
  return zeros === '' || /[{}\p{C}]/u.test(rest) ? undefined : { prefix, digits: zeros.length, suffix }
}

/** Puts a pattern together as people write it. */
export function patternOf({ prefix, digits, suffix }: PatternParts): string {
  return `${prefix}{${'0'.repeat(digits)}}${suffix}`
}

/** Finds what is wrong with a series: two papers of it would have one number, or it asks for what its papers do not have. */
export function seriesFaults(
  path: string,
  kind: NumberKind,
  { pattern, restarts, byStore }: SeriesRule,
): Fault[] {
  const at = `${path}.pattern`
  if (!partsOfPattern(pattern)) return [fault(at, message('isNoNumberPattern', {}), 'pattern')]
  const namesStore = pattern.includes('{store}')
  if (OF_NO_STORE.includes(kind) && (namesStore || byStore))
    return [fault(namesStore ? at : `${path}.byStore`, message('isOfNoStore', {}), 'contradiction')]
  return [
    ...(byStore && !namesStore ? [fault(at, message('patternNeedsStore', {}), 'required')] : []),
    ...(restarts !== 'never' && !pattern.includes('{yy')
      ? [fault(at, message('patternNeedsYear', {}), 'required')]
      : []),
  ]
}
