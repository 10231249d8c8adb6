import type { StocktakeLine } from '../../api/operations.ts'
import { DATED_COUNTS, type BayCount } from '../../offline/bay-counts.ts'
import type { Entered } from '../../offline/tickets.ts'

// A count that came when its session was closed may be entered as a dated count of the bay itself.

/**
 * The parcel that such a count is of: the only one that lay in the bay by the session, and the only one that lies there now. Undefined where
 * there are several, or where the bay has another one by now.
 *
 * @param lying the records that lie in the bay now
 */
export function parcelCounted(
  line: Pick<StocktakeLine, 'stock'> | undefined,
  lying: string[],
): string | undefined {
  const both = new Set([...(line?.stock.map(({ recordId }) => recordId) ?? []), ...lying])
  return both.size === 1 ? [...both][0] : undefined
}

/** The count as it is entered instead: of its own moment, with its own key, so that it is in the book once. */
export function takenOver(count: BayCount, title: string, recordId: string): [BayCount, Entered] {
  const files = (count.asTyped.files ?? []).map((file) => ({ id: file.id }))
  const body = {
    records: [{ id: recordId, adjustTo: count.weight }],
    countedAtISO: count.closedAt,
    reasonId: null,
    ...(files.length > 0 && { files }),
  }
  return [
    { ...count, isTakenOver: true },
    { title, method: 'POST', path: DATED_COUNTS, body, step: 'first' },
  ]
}
