import { stockNameFor } from '../../system/commodities/stock-names.ts'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Conflict } from '../../http/validate/schema.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import {
  findConflicts,
  findExceeded,
  type BayConflict,
  type BayPlan,
  type Cause,
  type ConflictKind,
  type IntakeLimit,
} from './conflict-rules.ts'
import { findHeldLoads, type Blocking, type Direction, type HoldSpan } from './hold-rules.ts'
import { hasStockFrom } from './spans.ts'
import { incompatibleAmong, type IncompatibleStock } from './incompatible.ts'
import type { UnweighedLoad } from './posting.ts'
import type { HoldReason } from '../../words/stock-terms.ts'
import { message, type Message, type MessageId } from '../../words/catalogue.ts'
import { ANYBODY, render, type Reader } from '../../words/render.ts'

/** A conflict with what people call the parcel and the place, and the zone in which they name days. */
export interface NamedConflict extends BayConflict {
  recordName: string
  bayName: string
  timeZone: string
  /** True if it has come about already. */
  isPresent: boolean
  /** The movements that lead to it, in the order of the plan: the planned ones of its bay, and the one that causes it. */
  movementIds: number[]
}

const messages = {
  overdrawn: { planned: 'wouldBeShort', present: 'isShort' },
  over_capacity: { planned: 'isOverCapacity', present: 'isOverCapacity' },
  incompatible: { planned: 'wouldLieWithOtherStock', present: 'liesWithOtherStock' },
  contract_exceeded: { planned: 'exceedsContract', present: 'exceedsContract' },
} as const satisfies Record<Exclude<ConflictKind, 'on_hold'>, { planned: MessageId; present: MessageId }>

/** Describes a conflict, with its days in the storer's time zone. */
export function messageOfConflict(conflict: NamedConflict, reader: Reader = ANYBODY): Message {
  const { kind, recordName, bayName, timeZone, at, grams, isPresent, hold } = conflict
  const data = {
    stock: stockNameFor(recordName, reader),
    bay: bayName,
    weight: kilogramsFromGrams(grams),
    atUTC: at.toISOString(),
    timeZone,
  }
  if (kind !== 'on_hold') return message(messages[kind][isPresent ? 'present' : 'planned'], data)
  if (!hold) throw new Error('a load that is held has a hold')
  return message(isPresent ? 'wentAgainstHold' : 'wouldGoAgainstHold', { ...data, ...hold })
}

/** The one row → wire function of conflicts: grams to kilograms, with a sentence in the reader's language. */
export function conflictToWire(conflict: NamedConflict, reader: Reader): Conflict {
  return {
    kind: conflict.kind,
    storageId: conflict.storageId,
    substorageId: conflict.bayId,
    recordId: conflict.recordId,
    movementId: conflict.movementId,
    movementDateUTC: conflict.at.toISOString(),
    weight: kilogramsFromGrams(conflict.grams),
    message: render(messageOfConflict(conflict, reader), reader),
  }
}

/** A bay with all that its conflicts depend on. */
export interface BayState {
  bay_id: number
  storage_id: string
  keeper_id: string
  /** The records that the caller may see, where somebody else keeps the bay. */
  seenRecordIds?: ReadonlySet<string>
  bay_name: string
  time_zone: string
  record_names: Record<string, string>
  capacities: [commodityId: number, grams: number][]
  records: [
    recordId: string,
    commodityId: number,
    balanceGrams: number,
    lastIn: [at: number, factId: number] | null,
    lastOut: [at: number, factId: number] | null,
  ][]
  plan: [at: number, factId: number, recordId: string, grams: number][]
  /** The holds that stand there now, or are to; and the loads that were planned and that nobody let go. Empty where nothing is held. */
  holds: [
    id: string,
    recordId: string | null,
    reason: HoldReason,
    blocks: Blocking,
    beginsAt: number,
    overAt: number | null,
    createdAt: number,
  ][]
  ahead: [
    movementId: number,
    direction: Direction,
    recordId: string,
    at: number,
    grams: number,
    recordName: string,
  ][]
}

const inMilliseconds = (moment: RawBuilder<unknown>) => sql`(extract(epoch from ${moment}) * 1000)::bigint`

/** Selects the holds of a bay and the loads that they may be against, where anything is held there; nothing is read where not. */
function selectHeld(now: Date): RawBuilder<unknown> {
  const ms = inMilliseconds
  return sql`
    case when bays.held_until > ${now} then (
      select coalesce(jsonb_agg(jsonb_build_array(h.id, h.record_id, h.reason, h.blocks, ${ms(sql`h.begins_at`)}, ${ms(sql`h.over_at`)}, ${ms(sql`h.created_at`)})), '[]')
      from holds h where h.organisation_id = bays.organisation_id and h.bay_id = bays.id and (h.over_at is null or h.over_at > ${now})
    ) else '[]' end as holds,
    case when bays.held_until > ${now} then (
      select coalesce(jsonb_agg(jsonb_build_array(m.id, side.direction, r.id, ${ms(sql`m.effective_at`)}, m.weight_grams, r.name) order by m.effective_at, m.id), '[]')
      from movements m
      cross join lateral (values ('out', m.source_record_id), ('in', m.destination_record_id)) side (direction, record_id)
      join records r on r.keeper_id = m.organisation_id and r.id = side.record_id and r.bay_id = bays.id
      where m.organisation_id = bays.organisation_id and m.effective_at > m.recorded_at and m.status <> 'deleted' and m.hold_override = ''
        and m.effective_at >= (
          select min(h.begins_at) from holds h
          where h.organisation_id = bays.organisation_id and h.bay_id = bays.id and (h.over_at is null or h.over_at > ${now}))
    ) else '[]' end as ahead`
}

/**
 * Reads what lies in bays and what is planned for them. One statement, whose cost goes with that, and not with what has happened.
 * Locks nothing.
 */
export async function readBays(db: Kysely<Tables>, bayIds: number[], now: Date): Promise<BayState[]> {
  if (bayIds.length === 0) return []
  // The last fact that brought stock, or took it: not a count that hands back what it lost, nor a load that finds a little as it leaves.
  // Entries are looked at from the newest, and none after the one that is found: `offset 0` and single values keep PostgreSQL from judging
  // all of them first, or from reading all that was ever taken back.
  const lastOn = (side: RawBuilder<unknown>) => sql`(
    select jsonb_build_array((extract(epoch from e.effective_at) * 1000)::bigint, e.fact_id) from (
      select * from ledger_entries newest
      where newest.storer_id = r.keeper_id and newest.${side} = r.id and newest.effective_at <= ${now} and newest.reverses is null
      order by newest.effective_at desc, newest.fact_id desc offset 0
    ) e
    where 0 < coalesce(
      (select 0 from ledger_entries back where back.storer_id = e.storer_id and back.reverses = e.id limit 1),
      (select sum(case when own.${side} = r.id then own.grams else -own.grams end) from ledger_entries own
        where own.storer_id = e.storer_id and own.fact_id = e.fact_id and own.effective_at = e.effective_at and r.id in (own.source_record_id, own.destination_record_id)))
    limit 1)`
  const { rows } = await sql<BayState>`
    select bays.id as bay_id, bays.storage_id, keeper.id as keeper_id, storages.name || ', ' || bays.name as bay_name, keeper.time_zone,
      (select coalesce(jsonb_object_agg(r.id, r.name), '{}')
        from ledger_spans span join records r on r.id = span.record_id
        where span.bay_id = bays.id and ${hasStockFrom(now)}) as record_names,
      (select coalesce(jsonb_agg(jsonb_build_array(c.commodity_id, c.capacity_grams)), '[]')
        from bay_capacities c where c.bay_id = bays.id) as capacities,
      (select coalesce(jsonb_agg(jsonb_build_array(r.id, r.commodity_id, standing.balance,
          case when standing.balance <> 0 then ${lastOn(sql`destination_record_id`)} end,
          case when standing.balance <> 0 then ${lastOn(sql`source_record_id`)} end) order by r.id), '[]')
        from ledger_spans span
        join records r on r.id = span.record_id
        join ledger_balances b on b.storer_id = r.keeper_id and b.record_id = r.id
        cross join lateral (select ledger_balance_now(b, ${now}) as balance) standing
        where span.bay_id = bays.id and ${hasStockFrom(now)}
          and (standing.balance <> 0 or b.next_due_at is not null or b.settled_to > ${now})) as records,
      (select coalesce(jsonb_agg(jsonb_build_array(p.at, p.fact_id, p.record_id, p.grams) order by p.at, p.fact_id, p.record_id), '[]')
        from (
          select (extract(epoch from e.effective_at) * 1000)::bigint as at, e.fact_id, r.id as record_id, sum(e.grams)::bigint as grams
          from ledger_spans span join records r on r.id = span.record_id
          join ledger_balances b on b.storer_id = r.keeper_id and b.record_id = r.id
          cross join lateral (
            select effective_at, fact_id, grams from ledger_entries
            where storer_id = r.keeper_id and destination_record_id = r.id and effective_at > ${now}
            union all
            select effective_at, fact_id, -grams from ledger_entries
            where storer_id = r.keeper_id and source_record_id = r.id and effective_at > ${now}
          ) e
          where span.bay_id = bays.id and ${hasStockFrom(now)} and (b.next_due_at is not null or b.settled_to > ${now})
          group by e.effective_at, e.fact_id, r.id
          having sum(e.grams) <> 0
        ) p) as plan,
      ${selectHeld(now)}
    from bays join storages on storages.id = bays.storage_id join organisations keeper on keeper.id = storages.organisation_id
    where bays.id = any(${bayIds}::bigint[])`.execute(db)
  return rows
}

/**
 * All that the conflicts of some bays depend on: what the ledger knows of them, limits of agreements that their stock came in under, and
 * what there joins stock that it is not like.
 */
export interface BayPicture {
  bays: BayState[]
  limits: IntakeLimit[]
  unlike: IncompatibleStock
  /** Loads that nobody has weighed yet. */
  unweighed: UnweighedLoad[]
}

/**
 * The conflicts of bays, now and along their plans, earliest first.
 *
 * @param before a picture of the same bays before a command: then only what the command made worse
 */
export function conflictsIn(
  { bays, limits, unlike, unweighed }: BayPicture,
  now: Date,
  before?: BayPicture,
): NamedConflict[] {
  const named = new Map(bays.map((bay) => [bay.bay_id, bay]))
  const unweighedNames = new Map(unweighed.map(({ recordId, recordName }) => [recordId, recordName]))
  const plansBefore = new Map(before?.bays.map((bay) => [bay.bay_id, planOf(bay, before, now)]))
  const limitsBefore = new Map(before?.limits.map((limit) => [limit.agreementId, limit]))
  const found = bays.flatMap((bay) =>
    findConflicts(planOf(bay, { unlike, unweighed }, now), now.getTime(), plansBefore.get(bay.bay_id)),
  )
  const statesBefore = new Map(before?.bays.map((bay) => [bay.bay_id, bay]))
  const held = bays.flatMap((bay) => heldIn(bay, now, before && statesBefore.get(bay.bay_id)))
  const heldNames = new Map(bays.flatMap((bay) => bay.ahead.map(([, , id, , , name]) => [id, name] as const)))
  const exceeded = limits.flatMap((limit) => findExceeded(limit, limitsBefore.get(limit.agreementId)))
  return (
    [...found, ...[...exceeded, ...held].filter(({ bayId, recordId }) => isSeen(named.get(bayId), recordId))]
      // One movement may break a rule where it leaves and where it arrives.
      .sort((a, b) => a.at.getTime() - b.at.getTime() || a.movementId - b.movementId || a.bayId - b.bayId)
      .flatMap((conflict) => {
        const bay = named.get(conflict.bayId)
        if (!bay) return []
        return {
          ...conflict,
          recordName:
            bay.record_names[conflict.recordId] ??
            unweighedNames.get(conflict.recordId) ??
            heldNames.get(conflict.recordId) ??
            '',
          bayName: bay.bay_name ?? '',
          timeZone: bay.time_zone,
          isPresent: conflict.at <= now,
          movementIds: leadingTo(conflict, bay),
        }
      })
  )
}

/** The planned loads of a bay that a hold is against. */
function heldIn(bay: BayState, now: Date, before: BayState | undefined): BayConflict[] {
  const found = findHeldLoads(heldPictureOf(bay), now.getTime(), before && heldPictureOf(before))
  return found.map(({ load: { movementId, recordId, at, grams, direction }, hold: { reason } }) => ({
    kind: 'on_hold',
    storageId: bay.storage_id,
    bayId: bay.bay_id,
    recordId: recordId ?? '',
    movementId,
    at: new Date(at),
    grams,
    hold: { reason, direction },
  }))
}

function heldPictureOf({ bay_id: bayId, holds, ahead }: BayState) {
  return {
    loads: ahead.map(([movementId, direction, recordId, at, grams]) => ({
      movementId,
      direction,
      bayId,
      recordId,
      at,
      grams,
    })),
    holds: holds.map(([id, recordId, reason, blocks, beginsAt, overAt, createdAt]): HoldSpan => ({
      id,
      bayId,
      recordId,
      reason,
      blocks,
      beginsAt,
      overAt,
      createdAt,
      setBy: '',
    })),
  }
}

/** Of stock that is short, what the plan takes of it until then; of a bay that is too full, what it brings. Nothing of others' stock is told. */
function leadingTo({ kind, recordId, movementId, at }: BayConflict, bay: BayState | undefined): number[] {
  const isPart = (record: string, grams: number) =>
    kind === 'overdrawn' ? record === recordId && grams < 0 : kind === 'over_capacity' && grams > 0
  const planned = (bay?.plan ?? []).flatMap(([on, factId, record, grams]) =>
    on <= at.getTime() && isPart(record, grams) && isSeen(bay, record) ? [factId] : [],
  )
  return [...new Set([...planned, movementId])].filter((id) => id !== 0)
}

function isSeen(bay: BayState | undefined, recordId: string): boolean {
  return bay !== undefined && (bay.seenRecordIds?.has(recordId) ?? true)
}

/** The bays in which agreements that were known before a command are exceeded otherwise after it: there or not, or by more or less. */
export function baysOfChangedLimits(limits: IntakeLimit[], before: IntakeLimit[]): number[] {
  const known = new Map(before.map((limit) => [limit.agreementId, limit]))
  return limits.flatMap((limit) => {
    const was = known.get(limit.agreementId)
    if (!was) return []
    const [excess, excessBefore] = [findExceeded(limit), findExceeded(was)]
    return [...withoutLike(excess, excessBefore), ...withoutLike(excessBefore, excess)].map(
      ({ bayId }) => bayId,
    )
  })
}

function withoutLike(conflicts: BayConflict[], others: BayConflict[]): BayConflict[] {
  return conflicts.filter(
    ({ movementId, grams }) =>
      !others.some((other) => other.movementId === movementId && other.grams === grams),
  )
}

function planOf(
  row: BayState,
  { unlike, unweighed }: Pick<BayPicture, 'unlike' | 'unweighed'>,
  now: Date,
): BayPlan {
  const isIncompatible = incompatibleAmong(unlike.arrivals)
  const ofBay = unweighed.filter(({ bayId }) => bayId === row.bay_id)
  const [lying, coming] = [
    ofBay.filter(
      ({ at, counts }) => at <= now.getTime() && counts.every((count) => count.at > now.getTime()),
    ),
    ofBay.filter(({ at }) => at > now.getTime()),
  ]
  const known = new Set(row.records.map(([recordId]) => recordId))
  const alone = ofBay.filter(
    ({ recordId }, index) =>
      !known.has(recordId) && ofBay.findIndex((each) => each.recordId === recordId) === index,
  )
  const hasUnweighed = (id: string) => lying.some(({ recordId }) => recordId === id)
  return {
    bayId: row.bay_id,
    storageId: row.storage_id,
    seenRecordIds: row.seenRecordIds,
    capacityGramsByCommodity: new Map(row.capacities),
    records: [
      ...row.records.map(([recordId, commodityId, balanceGrams, lastIn, lastOut]) => ({
        recordId,
        commodityId,
        balanceGrams,
        lastIn: lastIn && causeOf(lastIn),
        lastOut: lastOut && causeOf(lastOut),
        unlike: unlike.lying.get(recordId),
        hasUnweighed: hasUnweighed(recordId),
      })),
      ...alone.map(({ recordId, commodityId, at, factId }) => ({
        recordId,
        commodityId,
        balanceGrams: 0,
        lastIn: hasUnweighed(recordId) ? { at, factId } : null,
        lastOut: null,
        hasUnweighed: hasUnweighed(recordId),
      })),
    ],
    plan: [
      ...row.plan.map(([at, factId, recordId, grams]) => ({
        at,
        factId,
        recordId,
        grams,
        isIncompatible: isIncompatible(recordId, factId),
      })),
      ...coming.map(({ at, factId, recordId }) => ({ at, factId, recordId, grams: 0, isUnweighed: true })),
    ],
  }
}

function causeOf([at, factId]: [at: number, factId: number]): Cause {
  return { at, factId }
}
