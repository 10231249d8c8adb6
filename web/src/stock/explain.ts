import type { FullRecord, RecordTrace } from '../api/operations.ts'
import { grams } from './sums.ts'
import type { Entry } from './timeline.ts'

export type StepKind = 'harvested' | 'cameIn' | 'found' | 'lost' | 'sold' | 'movedOn' | 'here'

/** A bar: from what lay there before to what lay there after, in kilograms. */
export interface Step {
  kind: StepKind
  kg: number
  from: number
  to: number
}

/**
 * From all that ever came in to what lies here now. The steps add up to the gram, since what moved on is all that nothing else explains.
 */
export function explainedSteps({ harvested, total, loss, sold, current }: FullRecord['yield']): Step[] {
  const changes: [StepKind, number][] = [
    ['harvested', grams(harvested)],
    ['cameIn', grams(total) - grams(harvested)],
    [loss < 0 ? 'found' : 'lost', -grams(loss)],
    ['sold', -grams(sold)],
    ['movedOn', -(grams(total) - grams(loss) - grams(sold) - grams(current))],
  ]
  let at = 0
  const steps = changes
    .filter(([, change]) => change !== 0)
    .map(([kind, change]): Step => {
      const from = at
      at += change
      return { kind, kg: change / 1000, from: from / 1000, to: at / 1000 }
    })
  return [...steps, { kind: 'here', kg: current, from: 0, to: current }]
}

/** The bar that an entry is part of, if it has happened and moved anything. */
export function stepOf(entry: Entry, now = Date.now()): StepKind | undefined {
  const { kind, change = 0, isFromField, takenBack, source } = entry
  if (change === 0 || takenBack || Date.parse(entry.at) > now) return undefined
  if (kind === 'count' || kind === 'correction') return change > 0 ? 'found' : 'lost'
  if (change > 0) return isFromField ? 'harvested' : 'cameIn'
  return source.details.sold ? 'sold' : 'movedOn'
}

type Source = RecordTrace['madeOf'][number]
type Target = RecordTrace['wentTo'][number]

/** One side of a trace: a field, a sender, a place, a receiver, a reason, with all its loads. */
export interface Side {
  key: string
  type: Source['type'] | Target['type'] | 'others' | 'gone'
  /** Empty where only the type says what it is. */
  label: string
  detail: string
  kg: number
  share: number
  /** The loads of it, where there are several; none for a load itself. */
  parts: Side[]
}

const MOST_SIDES = 12

/**
 * Groups the origins and destinations of a record: one side for each field, sender, place, receiver and reason, the largest first.
 * The origins are those of the grain that lies there; grain that has left or was lost since is listed beside them,
 * so that both sides weigh the same.
 */
export function sidesOf({ madeOf, wentTo }: Pick<RecordTrace, 'madeOf' | 'wentTo'>): {
  from: Side[]
  to: Side[]
} {
  const from = gathered(madeOf.map(sourceSide))
  const to = gathered(wentTo.map(targetSide))
  const [lying, all] = [weightOf(from), weightOf(to)]
  if (from.length === 0 || all <= lying) return { from, to }
  const kg = (grams(all) - grams(lying)) / 1000
  const gone: Side = { key: 'gone', type: 'gone', label: '', detail: '', kg, share: 0, parts: [] }
  return { from: [...from, gone].map((side) => sharedOut(side, all)), to }
}

const weightOf = (sides: Side[]) => sides.reduce((sum, { kg }) => sum + grams(kg), 0) / 1000

function sharedOut(side: Side, all: number): Side {
  return { ...side, share: (side.kg / all) * 100, parts: side.parts.map((part) => sharedOut(part, all)) }
}

function sourceSide({ type, fieldName, organisationName, reason, variety, grade, ...rest }: Source): Side {
  const label = fieldName || organisationName || reason
  const detail = [variety, grade.name].filter(Boolean).join(' · ')
  return { key: `${type} ${label}`, type, label, detail, kg: rest.weight, share: rest.share, parts: [] }
}

function targetSide({ type, name, organisationName, reason, recordId, weight, share }: Target): Side {
  const label = type === 'loss' ? reason : name || organisationName
  return {
    key: `${type} ${type === 'in storage' ? recordId : label}`,
    type,
    label,
    detail: '',
    kg: weight,
    share,
    parts: [],
  }
}

function gathered(loads: Side[]): Side[] {
  const groups = [...Map.groupBy(loads, ({ key }) => key).values()].map(joined)
  const sorted = groups.toSorted((a, b) => b.kg - a.kg)
  if (sorted.length <= MOST_SIDES) return sorted
  const rest = sorted.slice(MOST_SIDES - 1).flatMap((side) => (side.parts.length > 0 ? side.parts : [side]))
  const others: Side = { ...joined(rest), key: 'others', type: 'others', label: '', detail: '', parts: rest }
  return [...sorted.slice(0, MOST_SIDES - 1), others]
}

function joined(loads: Side[]): Side {
  const [first, ...more] = loads
  if (!first) throw new Error('a group has a load')
  if (more.length === 0) return first
  const details = new Set(loads.map(({ detail }) => detail))
  return {
    ...first,
    detail: details.size === 1 ? first.detail : '',
    kg: loads.reduce((sum, each) => sum + grams(each.kg), 0) / 1000,
    share: loads.reduce((sum, each) => sum + each.share, 0),
    parts: loads.map((load, index) => ({ ...load, key: `${load.key} ${index}` })),
  }
}
