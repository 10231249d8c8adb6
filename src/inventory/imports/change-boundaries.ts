import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { appendEvents } from '../../system/events/append-event.ts'
import type { Made, Outcome } from '../../system/imports/imports.ts'
import { storeBoundaries } from '../storage/boundaries.ts'
import { insertStorages, type NewStorage } from '../storage/create-storage.ts'
import type { UpdateStorageBody } from '../storage/schema.ts'
import { updateStorage } from '../storage/update-storage.ts'
import { storeEach } from '../../db/attempt.ts'
import { message } from '../../words/catalogue.ts'
import type { Wording } from '../../words/writing.ts'
import { toSquareMetre } from '../../kernel/area.ts'
import type { NamedPlace } from './existing-places.ts'

/** Change that a row makes to a field. */
export interface BoundaryChange {
  /** Of the row. */
  index: number
  id: string
  /** As JSON text, judged already. */
  boundary: string
  hectares: number
  point: { lat: number; lon: number }
  /** Exactly one of them is there. */
  made: NewStorage | undefined
  place: NamedPlace | undefined
}

interface Compared extends BoundaryChange {
  /** The boundary that the field has already. */
  there: { isSame: boolean } | undefined
}

/**
 * Makes the fields that are new, and gives all of them their boundaries; a field that has another one keeps it unless rows may correct. Where
 * a field has no area or no position, it gets that of the boundary.
 */
export async function changeBoundaries(
  trx: Transaction,
  actor: Actor,
  outcomes: Outcome[],
  { changes, mayUpdate }: { changes: Compared[]; mayUpdate: boolean },
): Promise<Outcome[]> {
  const fresh = changes.flatMap(({ made }) => made ?? [])
  await insertStorages(trx, actor, fresh)
  const kept = new Set(changes.filter(({ there }) => there && !there.isSame && !mayUpdate))
  const filled = changes.filter((change) => change.place && !kept.has(change))
  const fills = await storeEach(trx, filled, async (change) => {
    const fill = fillOf(change)
    if (fill.area !== undefined || fill.location !== undefined)
      await updateStorage(trx, actor, change.id, fill)
    return fill
  })
  const stored = await storeBoundaries(
    trx,
    actor,
    changes.filter((change) => !kept.has(change) && !change.there?.isSame),
  )
  const byId = new Map(stored.map((each) => [each.id, each]))
  const isFresh = new Set(fresh.map(({ id }) => id))
  await appendEvents(
    trx,
    actor,
    stored
      .filter(({ id }) => !isFresh.has(id))
      .map(({ id }) => ({ type: 'storage.updated', subject: id, data: { changed: ['boundary'] } })),
  )
  const changed = [...outcomes]
  for (const change of kept) replace(changed, change, keptOutcome(change))
  for (const [place, change] of filled.entries())
    replace(changed, change, outcomeOf(change, fills[place], byId.get(change.id)))
  return changed
}

/** Fills in from the boundary the values that a field lacks. A field that was wholly split has 0 ha, and keeps them. */
function fillOf({ place, hectares, point }: BoundaryChange): UpdateStorageBody {
  return {
    ...(place?.area === null && { area: hectares }),
    ...(place?.location.coordinates === null && { location: { coordinates: point } }),
  }
}

type Changed = Pick<Outcome & { status: 'changed' }, 'status' | 'id' | 'summary' | 'message'> & {
  made?: Made[]
  warnings?: Wording[]
}

function replace(
  outcomes: Outcome[],
  { index }: BoundaryChange,
  now: Changed | (Omit<Changed, 'status'> & { status: 'unchanged' }),
): void {
  const before = outcomes[index]
  if (!before) throw new Error('a row has no outcome')
  const { reference, understood = {}, missing = [], made = [], warnings = [] } = before
  outcomes[index] = {
    ...now,
    reference,
    understood,
    missing,
    made: [...made, ...(now.made ?? [])],
    warnings: [...warnings, ...(now.warnings ?? [])],
  }
}

function keptOutcome({ id }: BoundaryChange) {
  const summary = message('boundaryStays', {})
  return { status: 'unchanged' as const, id, summary, message: [message('sendUpdate', {})] }
}

function outcomeOf(
  { id, hectares, point, place }: BoundaryChange,
  fill: UpdateStorageBody | Refusal | undefined,
  stored: { before: unknown; print: string } | undefined,
) {
  const filled = fill instanceof Refusal ? {} : (fill ?? {})
  const made: Made[] = [
    ...(filled.area === undefined
      ? []
      : [{ kind: 'area', subject: id, details: { before: place?.area ?? null, after: hectares } }]),
    ...(filled.location === undefined ? [] : [{ kind: 'position', subject: id, details: { after: point } }]),
    ...(stored
      ? [{ kind: 'boundary', subject: id, details: { before: stored.before, print: stored.print } }]
      : []),
  ]
  const warnings = fill instanceof Refusal ? [message('outlineWasNotTaken', { refusal: fill.said })] : []
  if (made.length === 0) {
    return { status: 'unchanged' as const, id, summary: message('boundaryWasThere', {}), warnings }
  }
  const summary = message('boundaryWasSet', {
    how: stored?.before ? 'replaced' : stored ? 'new' : 'there',
    ...(filled.area !== undefined && { area: toSquareMetre(hectares) }),
    position: filled.location !== undefined,
  })
  return { status: 'changed' as const, id, summary, made, warnings }
}
