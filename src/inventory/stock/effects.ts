import type { Static } from 'typebox'
import type { Actor } from '../../http/actor.ts'
import { sayDate, sayTime } from '../../kernel/time.ts'
import { sayWeight } from '../../kernel/weight.ts'
import { findReason } from '../../system/reasons/reasons.ts'
import { conflictToWire, type NamedConflict, type Recount } from '../ledger/ledger.ts'
import { sayChanges, type Change } from './blend-rules.ts'
import type { Remarks } from './schema.ts'

/** What stock that came in has done. */
export interface Arrived {
  /** What was written off to make room for it, in words (`sayEmptied`). */
  emptied?: string
  /** What it or what lay there is called otherwise now. */
  changes: Change[]
  /** The counts that it came before. */
  recounts?: Recount[]
  /** What it made worse (`snapshotConflicts`). */
  conflicts: NamedConflict[]
}

/** What is to be said of stock that came in: what joining changed, and the conflicts it brought. Empty where there is nothing to say. */
export function remarksOn({
  emptied = '',
  changes,
  recounts = [],
  conflicts,
}: Arrived): Static<typeof Remarks> {
  const told = conflicts.map(conflictToWire)
  const joins = changes.some(({ isPlanned }) => isPlanned) ? 'will join what lies' : 'joined what lay'
  const message = [
    ...(emptied === '' ? [] : [emptied]),
    ...(changes.length > 0 ? [`The stock ${joins} there: ${sayChanges(changes)}.`] : []),
    ...recounts.map(sayRecount),
    ...(told.length > 0 ? ['Warning:', ...told.map((conflict) => conflict.message)] : []),
  ].join(' ')
  return { ...(message !== '' && { message }), ...(told.length > 0 && { conflicts: told }) }
}

/** The same of stock that a movement brings in, with when it comes where that is still to come. */
export function remarksOnIntake(actor: Actor, at: Date, arrived: Arrived): Static<typeof Remarks> {
  const { message = '', ...remarks } = remarksOn(arrived)
  const said = `${sayPlanned(actor, at, 1)} ${message}`.trim()
  return { ...(said !== '' && { message: said }), ...remarks }
}

/** When new movements move their stock, if that is still to come: whoever mistyped the date would look for the stock where it is not. */
export function sayPlanned({ now, timeZone }: Actor, at: Date, count: number): string {
  if (at <= now) return ''
  const moves = count === 1 ? 'It is a plan: its stock moves' : 'They are plans: their stock moves'
  return ` ${moves} on ${sayDate(at, timeZone)} at ${sayTime(at, timeZone)}.`
}

/** A count is a fact: whoever enters something before it sees the bay stay as it was, and is told where the kilograms went. */
function sayRecount({ stock, at, timeZone, reason, grams, isPlanned }: Recount): string {
  // Only a bay that is emptied is counted ahead of its time.
  if (isPlanned) {
    const change = `${sayWeight(Math.abs(grams))} ${grams < 0 ? 'more' : 'less'}`
    return `The emptying of ${stock} that is planned for ${sayDate(at, timeZone)} will now write off ${change}.`
  }
  const { description, direction } = findReason('adjustment', Number(reason)) ?? {}
  const figure = direction === 'gain' ? 'gain' : 'loss'
  const change = grams > 0 === (figure === 'gain') ? 'larger' : 'smaller'
  const what = `its ${figure} is now ${sayWeight(Math.abs(grams))} ${change}`
  const why = description?.toLowerCase() ?? reason
  return `The count of ${stock} on ${sayDate(at, timeZone)} still stands; ${what} (${why}).`
}
