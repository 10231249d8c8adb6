import { fault, type Fault } from '../../kernel/errors.ts'
import { message } from '../../words/catalogue.ts'

/** Rules of what a hold says (rules.md §13), as pure functions. */

const DAY_MS = 86_400_000

/** When a fumigation's hold ends by itself: so many days after the airing. Null while that is not known, undefined where it is no date. */
export function fumigationEnd({
  airedAt,
  withholdingDays,
}: {
  airedAt: Date | null | undefined
  withholdingDays: number
}): Date | null | undefined {
  return airedAt ? new Date(airedAt.getTime() + withholdingDays * DAY_MS) : airedAt
}

/** A hold ends after it begins. */
export function spanFaults(path: string, beginsAt: Date, endsAt: Date): Fault[] {
  return endsAt > beginsAt ? [] : [fault(path, message('holdEndsBeforeItBegins', {}), 'minimum')]
}

/** A fumigation has its product, dose and airing, and no other end; other holds have none of these. */
export function fumigationFaults(body: {
  reason: string
  untilISO?: string | null | undefined
  fumigation?: object | null | undefined
}): Fault[] {
  const { reason, untilISO, fumigation } = body
  if (reason !== 'fumigation')
    return fumigation ? [fault('fumigation', message('isForFumigation', {}), 'contradiction')] : []
  if (!fumigation) return [fault('fumigation', message('fumigationIsNeeded', {}), 'required')]
  return untilISO == null ? [] : [fault('untilISO', message('fumigationEndsByAiring', {}), 'contradiction')]
}
