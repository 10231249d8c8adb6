import type { FullRecord, TimelineEntry } from '../api/operations.ts'

/** One thing that happened to a record, as a screen tells it. */
export interface Entry {
  key: string
  kind: 'began' | 'in' | 'out' | 'count' | 'correction' | 'sample' | 'change'
  /** When it happened, and when it was entered. */
  at: string
  enteredAt: string
  by: string
  /** Kilograms by which it changed what lies here; undefined where nothing moved or nobody has weighed it. */
  change: number | undefined
  /** Kilograms that lay here after it, where the service says so. */
  balanceAfter: number | undefined
  /** Kilograms that a count found. */
  counted: number | undefined
  takenBack: { at: string; by: string } | undefined
  isFromField: boolean
  /** The movement it is, or belongs to. */
  movementId: number | undefined
  source: TimelineEntry
}

/** Lists the events of a record, newest first. The only place that reads the timeline as the service writes it. */
export function timelineOf(record: Pick<FullRecord, 'timeline' | 'storage'>): Entry[] {
  const moves = record.timeline.filter(({ type }) => type === 'movement' || type === 'merge')
  const movementIds = new Set(moves.map(({ details }) => details.id))
  const entries = record.timeline.map((entry, index) =>
    entryOf(entry, index, { movementIds, here: record.storage }),
  )
  return entries.map((entry) => ({ ...entry, at: beganAt(entry, entries) })).reverse()
}

type Happened = Pick<Entry, 'kind' | 'at' | 'change'>

/** When an entry happened: a record into which a load of an earlier day was entered later began with that load. */
export function beganAt({ kind, at, change }: Happened, entries: Happened[]): string {
  if (kind !== 'began' || change !== undefined) return at
  return entries.reduce((earliest, each) => (each.at < earliest ? each.at : earliest), at)
}

interface Context {
  movementIds: Set<number>
  here: Pick<FullRecord['storage'], 'id' | 'substorageId'>
}

function entryOf(source: TimelineEntry, index: number, context: Context): Entry {
  const { details, takenBack } = source
  const kind = kindOf(source, context)
  const derived = changeOf(source, kind)
  return {
    key: `${index}-${details.id}-${source.type}`,
    kind,
    at: details.moveAtUTC,
    enteredAt: source.recordedAtUTC,
    by: source.userName,
    // What was taken back changes nothing; shown is what it would have.
    change: derived === undefined || takenBack ? derived : source.change,
    balanceAfter: source.balanceAfter ?? undefined,
    counted: kind === 'count' ? (details.weight.weight ?? undefined) : undefined,
    takenBack: takenBack && { at: takenBack.atUTC, by: takenBack.byName },
    isFromField: kind === 'in' && details.origin.type === 'field',
    movementId: context.movementIds.has(details.id) ? details.id : undefined,
    source,
  }
}

function kindOf({ type, subtype, details }: TimelineEntry, { movementIds, here }: Context): Entry['kind'] {
  if (type === 'created') return 'began'
  if (type === 'updated') return 'change'
  if (type === 'sample') return 'sample'
  // A movement that corrects its source is told beside it; what it writes off to empty the bay is a count of nothing.
  if (type === 'adjustment')
    return movementIds.has(details.id) && details.weight.weight !== 0 ? 'correction' : 'count'
  if (type === 'merge' || subtype === 'intake') return 'in'
  const { origin } = details
  const isFromHere = origin.storageId === here.id && origin.substorageId === here.substorageId
  return subtype === 'outbound' || isFromHere ? 'out' : 'in'
}

function changeOf({ details }: TimelineEntry, kind: Entry['kind']): number | undefined {
  if (kind === 'count' || kind === 'correction') return details.adjustment?.difference
  const weight = details.weight.weight
  // What nobody has weighed is not 0.
  if (!weight) return undefined
  if (kind === 'out') return -weight
  return kind === 'in' || kind === 'began' ? weight : undefined
}

/** True if a moment is still to come. */
export const isAhead = (at: string, now = Date.now()) => Date.parse(at) > now
