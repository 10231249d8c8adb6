import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { Arrivals, UnknownWeight } from './arrivals.ts'
import type { LockedBalance } from './balances.ts'
import {
  dayText,
  findOverlap,
  startOfDay,
  type BalanceChange,
  type NetPosting,
  type ReplayOutcome,
  type Presence,
} from './rules.ts'
import { ownerOfRecord } from '../partners/party-names.ts'
import { message } from '../../words/catalogue.ts'
import type { MixedBy, NamedStock } from '../../words/stock-terms.ts'

interface Decided {
  recordId: string
  change: BalanceChange
  outcome: ReplayOutcome
}

/** Lists the changes by the command to a record, counts included, in order of time. */
function deltasOf({ change, outcome }: Decided): NetPosting[] {
  return [...change.facts, ...outcome.corrections].sort((a, b) => a.at - b.at)
}

/**
 * Refuses stock that would lie in a bay together with another parcel at any time up to now (rules.md §3). What may
 * be mixed has joined one record before it comes here, so two records of a bay never may. A load that has no weight yet
 * lies there like any other.
 */
export async function refuseOverlaps(
  trx: Transaction,
  decisions: Decided[],
  arrivals: Arrivals,
  locked: Map<string, LockedBalance>,
  now: Date,
): Promise<void> {
  const growing = [
    ...growingOf(decisions, arrivals, locked, now),
    ...arrivals.unweighed.flatMap(({ bayId, at, untilBefore, untilAfter }) =>
      untilAfter <= untilBefore || at > now.getTime() ? [] : [{ bayId, from: at }],
    ),
  ]
  for (const [bayId, each] of Map.groupBy(growing, (grown) => grown.bayId)) {
    const from = new Date(startOfDay(Math.min(...(each ?? []).map((grown) => grown.from))))
    const others = await findOthers(
      trx,
      bayId,
      from,
      [...decisions, ...arrivals.unweighed].map(({ recordId }) => recordId),
    )
    const [bay] = others
    if (bay && others.length > 1)
      await refuseOverlapIn(trx, { bayId, from, bay, others }, { decisions, arrivals, locked }, now)
  }
}

/** The bays in which records gain something that may lie beside another parcel, and since when. */
function growingOf(
  decisions: Decided[],
  { unweighed }: Arrivals,
  locked: Map<string, LockedBalance>,
  now: Date,
): { bayId: number; from: number }[] {
  const changing = Map.groupBy(decisions, ({ recordId }) => locked.get(recordId)?.bayId)
  const awaited = new Set(unweighed.map(({ bayId }) => bayId))
  return decisions.flatMap((decided) => {
    const { bayId = null, hasNeighbours = false } = locked.get(decided.recordId) ?? {}
    if (bayId === null) return []
    // What this command brings beside it was not there yet when they were locked.
    if (!hasNeighbours && !awaited.has(bayId) && (changing.get(bayId)?.length ?? 0) < 2) return []
    const gains = deltasOf(decided).filter(({ at, grams }) => grams > 0 && at <= now.getTime())
    return gains.length > 0 ? [{ bayId, from: Math.min(...gains.map(({ at }) => at)) }] : []
  })
}

interface Other {
  record_id: string
  name: string
  owner_name: string
  owner_id: string
  commodity_id: number
  harvest_year: string
  segregation: string
  bay_name: string
  /** Of who keeps the bay: refusals name days in it. */
  time_zone: string
  opening: number
}

/** The records of a bay that had stock when the day began, or any entry since. */
async function findOthers(trx: Transaction, bayId: number, from: Date, changing: string[]): Promise<Other[]> {
  const { rows } = await sql<Other>`
    select r.id as record_id, r.name, ${ownerOfRecord} as owner_name, r.owner_id, r.commodity_id, r.harvest_year, r.segregation, s.name || ', ' || bays.name as bay_name, keeper.time_zone, coalesce(before.closing_grams, 0) as opening
    from records r join bays on bays.id = r.bay_id join storages s on s.id = bays.storage_id
    join organisations keeper on keeper.id = r.keeper_id
    left join lateral (
      select d.closing_grams from ledger_days d where d.storer_id = r.keeper_id and d.record_id = r.id and d.day < ${dayText(from.getTime())}::date
      order by d.day desc limit 1
    ) before on true
    where r.bay_id = ${bayId}
      and r.id = any(${changing}::uuid[] || array(
        select record_id from ledger_spans where bay_id = ${bayId} and last_day >= ${dayText(from.getTime())}::date))
      and (before.closing_grams > 0
        or exists (select 1 from ledger_days d where d.storer_id = r.keeper_id and d.record_id = r.id and d.day >= ${dayText(from.getTime())}::date)
        or r.id = any(${changing}::uuid[]))
    order by r.id`.execute(trx)
  return rows
}

async function refuseOverlapIn(
  trx: Transaction,
  {
    bayId,
    from,
    bay: { bay_name: bayName, time_zone: timeZone },
    others,
  }: { bayId: number; from: Date; bay: Pick<Other, 'bay_name' | 'time_zone'>; others: Other[] },
  {
    decisions,
    arrivals,
    locked,
  }: { decisions: Decided[]; arrivals: Arrivals; locked: Map<string, LockedBalance> },
  now: Date,
): Promise<void> {
  const facts = await readNetsSince(
    trx,
    others.map(({ record_id }) => record_id),
    from,
  )
  const presences = others.map(({ record_id, opening }): Presence => {
    const decided = decisions.find(({ recordId }) => recordId === record_id)
    return presenceOf(record_id, {
      openingGrams: opening,
      from: from.getTime(),
      facts: facts.get(record_id) ?? [],
      deltas: decided ? deltasOf(decided) : [],
      broughtAt: arrivals.brought.filter(({ recordId }) => recordId === record_id).map(({ at }) => at),
      unweighed: arrivals.unweighed.filter(({ recordId }) => recordId === record_id),
    })
  })
  const overlap = findOverlap(presences, now.getTime())
  if (!overlap) return
  const find = (recordId: string) => others.find(({ record_id }) => record_id === recordId)
  const nameOf = (recordId: string, otherId: string): NamedStock => {
    const [found, other] = [find(recordId), find(otherId)]
    return found
      ? { name: found.name, owner: found.owner_name, apart: setApartBy(found, other) }
      : { name: recordId }
  }
  const date = new Date(overlap.at)
  const one = nameOf(overlap.recordId, overlap.otherRecordId)
  const other = nameOf(overlap.otherRecordId, overlap.recordId)
  const lay =
    find(overlap.otherRecordId)?.opening !== 0 || (facts.get(overlap.otherRecordId)?.length ?? 0) > 0
  const differing = differencesOf(find(overlap.recordId), find(overlap.otherRecordId))
  const atUTC = date.toISOString()
  const said = lay
    ? message('bayHoldsOtherStock', { bay: bayName, lying: other, coming: one, differing, atUTC, timeZone })
    : message('mayNotBeMixed', {
        bay: bayName,
        one: { ...one, from: placesBefore(overlap.recordId, arrivals, locked) },
        other: { ...other, from: placesBefore(overlap.otherRecordId, arrivals, locked) },
        differing,
      })
  throw new Refusal('incompatible_stock', said, {
    details: {
      substorageId: bayId,
      recordId: overlap.recordId,
      otherRecordId: overlap.otherRecordId,
      date: atUTC,
    },
  })
}

/** Says where incoming stock lies until then: of two that come together neither lies in the bay yet. */
function placesBefore(recordId: string, { brought }: Arrivals, locked: Map<string, LockedBalance>): string[] {
  const places = brought
    .filter((each) => each.recordId === recordId)
    .flatMap(({ sourceRecordId }) => locked.get(sourceRecordId ?? '')?.bayName || [])
  return [...new Set(places)]
}

/** Lists what two parcels that may not be mixed do not have in common. */
function differencesOf(one: Other | undefined, other: Other | undefined): MixedBy[] {
  const all: [MixedBy, keyof Other][] = [
    ['commodity', 'commodity_id'],
    ['owner', 'owner_id'],
    ['harvestYear', 'harvest_year'],
    ['segregation', 'segregation'],
  ]
  return all.flatMap(([what, column]) => (one?.[column] === other?.[column] ? [] : [what]))
}

/** Says what sets one apart from the other, such as “organic”: by name and owner alone the two may be the same. */
function setApartBy(one: Other, other: Other | undefined): string[] {
  const shared = new Set(other?.segregation.split('|'))
  const own = one.segregation.split('|').filter((key) => !shared.has(key))
  return own.map((key) => key.slice(key.indexOf(':') + 1))
}

/** All that a record's presence in its bay is made from. */
interface Present {
  openingGrams: number
  from: number
  facts: NetPosting[]
  deltas: NetPosting[]
  /** When the command brings something in that did not come then before. */
  broughtAt: number[]
  unweighed: UnknownWeight[]
}

function presenceOf(
  recordId: string,
  { openingGrams, from, facts, deltas, broughtAt, unweighed }: Present,
): Presence {
  // What the command changes before that day is there, or gone, when the day begins.
  const [early, since] = [deltas.filter(({ at }) => at < from), deltas.filter(({ at }) => at >= from)]
  let beforeGrams = openingGrams
  let afterGrams = openingGrams + early.reduce((sum, { grams }) => sum + grams, 0)
  const stepAt = (at: number): Presence['steps'][number] => ({
    at,
    beforeGrams: withUnknown(beforeGrams, unweighed, at, 'untilBefore'),
    afterGrams: withUnknown(afterGrams, unweighed, at, 'untilAfter'),
    arrives: broughtAt.includes(at),
  })
  const steps = [stepAt(from - 1)]
  const [happened, changed] = [sumByInstant(facts), sumByInstant(since)]
  const bounds = unweighed
    .flatMap(({ at, untilBefore, untilAfter }) => [at, untilBefore, untilAfter])
    .filter(Number.isFinite)
  const instants = new Set([...happened.keys(), ...changed.keys(), ...bounds.filter((at) => at >= from)])
  for (const at of [...instants].sort((a, b) => a - b)) {
    const gained = happened.get(at) ?? 0
    beforeGrams += gained
    afterGrams += gained + (changed.get(at) ?? 0)
    steps.push(stepAt(at))
  }
  return { recordId, steps }
}

/** Gives the least stock there at an instant, with unweighed loads, in grams: a lorry was tipped, whatever the books are short of. */
function withUnknown(
  grams: number,
  unweighed: UnknownWeight[],
  at: number,
  until: 'untilBefore' | 'untilAfter',
): number {
  return unweighed.some((load) => load.at <= at && at < load[until]) ? Math.max(grams, 0) + 1 : grams
}

function sumByInstant(nets: NetPosting[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { at, grams } of nets) sums.set(at, (sums.get(at) ?? 0) + grams)
  return sums
}

async function readNetsSince(
  trx: Transaction,
  recordIds: string[],
  from: Date,
): Promise<Map<string, NetPosting[]>> {
  const { rows } = await sql<{ record_id: string; at: number; grams: number }>`
    select e.record_id, (extract(epoch from e.effective_at) * 1000)::bigint as at, sum(e.grams)::bigint as grams
    from (
      select destination_record_id as record_id, effective_at, grams from ledger_entries
      where destination_record_id = any(${recordIds}::uuid[]) and effective_at >= ${from}
      union all
      select source_record_id, effective_at, -grams from ledger_entries
      where source_record_id = any(${recordIds}::uuid[]) and effective_at >= ${from}
    ) e
    group by e.record_id, e.effective_at
    order by e.record_id, e.effective_at`.execute(trx)
  const nets = rows.map(({ record_id, at, grams }) => ({ recordId: record_id, at, factId: 0, grams }))
  return Map.groupBy(nets, ({ recordId }) => recordId)
}
