import type { Me, Stocktake, StocktakeLine } from '../../api/operations.ts'
import type { BayCount, TypedCount } from '../../offline/bay-counts.ts'
import type { Entered } from '../../offline/tickets.ts'
import { howMeasuredOf } from './measured.ts'

export const blankCount = (id: string): TypedCount => ({
  id,
  weight: '',
  isWeighed: false,
  heap: null,
  note: '',
  day: '',
  time: '',
  countedBy: '',
})

interface Counted {
  /** Made when it is saved; that of the count that is corrected. */
  id: string
  session: Pick<Stocktake, 'id' | 'counters'>
  line: Pick<StocktakeLine, 'substorageId' | 'storageName' | 'substorageName'>
  me: Pick<Me, 'userId' | 'userName' | 'organisation'>
  kg: number
  at: Date
}

/** Finds the person who counted: whoever is signed in, somebody who counts in the session, or a name. It is said, as somebody else may be signed in when it is sent. */
function counterOf(typed: string, { session, me }: Counted): { id?: string; name: string } {
  const name = typed.trim()
  if (name === '') return { id: me.userId, name: me.userName }
  const known = session.counters.find((each) => each.name.toLowerCase() === name.toLowerCase())
  return known ?? { name }
}

/** A count as it is kept on this device, and what is sent of it. */
export function bayCountOf(typed: TypedCount, counted: Counted): [BayCount, Entered] {
  const { id, session, line, me, kg, at } = counted
  const { id: byId, name: by } = counterOf(typed.countedBy, counted)
  const closedAt = at.toISOString()
  const count: BayCount = {
    id,
    number: 0,
    organisationId: me.organisation.id,
    kind: 'count',
    asTyped: typed,
    stocktakeId: session.id,
    bayId: line.substorageId,
    weight: kg,
    byId: byId ?? '',
    by,
    closedAt,
  }
  const howMeasured = howMeasuredOf(typed)
  const note = typed.note.trim()
  const files = (typed.files ?? []).map((file) => ({ id: file.id }))
  const body = {
    counted: kg,
    countedAtISO: closedAt,
    countedBy: byId === undefined ? { name: by } : { id: byId },
    ...(howMeasured && { howMeasured }),
    ...(note !== '' && { note }),
    ...(files.length > 0 && { files }),
  }
  const path = `/api/inventory/stocktakes/${session.id}/lines/${line.substorageId}`
  const title = [line.storageName, line.substorageName].filter(Boolean).join(', ')
  return [count, { title, method: 'PATCH', path, body, step: 'first' }]
}
