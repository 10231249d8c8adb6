import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { namedCommodity } from '../../system/commodities/named-ids.ts'
import { balanceAt, recordRow } from '../ledger/ledger.ts'
import { nameOnMovement, ownerOfRecord } from '../partners/party-names.ts'
import { reasonOfLoss } from '../records/loss-reasons.ts'
import { isVisibleTo } from '../records/rows.ts'
import type { StatementFacts, StatementGroup, StatementLine } from './facts.ts'
import type { PaperNow } from './store-paper.ts'
import { issuerOf } from './load-facts.ts'
import { markLoads } from './load-marks.ts'

const MOST_LINES = 1500

/** Owner of a statement, and the time that it covers. */
export interface StatementRequest {
  ownerId: string
  /** Only of what this organisation keeps. */
  storerId?: string | undefined
  from: Date
  at: Date
}

/** A commodity of an owner's in one organisation's stores. */
export interface StorerGrain {
  storerId: string
  storerName: string
  group: StatementGroup
}

/**
 * An owner's grain over a time, by commodity and by who keeps it: what lay there before, each load, loss and find, and what lies there at the end.
 * It is what the caller may see: the grain of others in its own stores, or its own wherever it lies.
 *
 * @throws Refusal `not_found` for an owner who never had grain that the caller may see
 */
export async function readStatement(
  db: Kysely<Tables>,
  actor: Actor,
  asked: StatementRequest,
): Promise<{ owner: string; kept: StorerGrain[] }> {
  const { owner, groups, entries } = await inOneMoment(db, async (moment) => ({
    owner: await findOwner(moment, actor, asked.ownerId),
    groups: await findGroups(moment, actor, asked),
    entries: await findEntries(moment, actor, asked),
  }))
  if (owner === undefined) throw notFound('owner', asked.ownerId)
  const kept = groups.map((row) => ({
    storerId: row.keeper_id,
    storerName: row.keeper_name,
    group: groupOf(actor, asked.ownerId, row, entries),
  }))
  const isAsked = ({ storerId }: StorerGrain) => asked.storerId === undefined || storerId === asked.storerId
  return { owner, kept: kept.filter((each) => isAsked(each) && isOfInterest(each.group)) }
}

/** Reads a statement as it is printed. */
export async function statementNow(
  db: Kysely<Tables>,
  actor: Actor,
  asked: StatementRequest,
): Promise<PaperNow<'statement'>> {
  const { owner, kept } = await readStatement(db, actor, asked)
  const groups = kept.map(({ group }) => group)
  const { groups: shown, leftOut } = cut(groups)
  const mark = await markLoads(
    db,
    actor,
    shown.flatMap(({ lines }) => lines),
  )
  const facts: StatementFacts = {
    issuer: issuerOf(actor),
    owner,
    from: asked.from.toISOString(),
    at: asked.at.toISOString(),
    groups: shown.map((group) => ({ ...group, lines: group.lines.map((line) => mark(line)) })),
    leftOut,
  }
  return {
    kind: 'statement',
    subject: subjectOf(actor, asked),
    facts,
    basis: groups,
  }
}

function subjectOf(actor: Actor, { ownerId, storerId, from, at }: StatementRequest): string {
  const whole = `owner:${ownerId}:${from.toISOString()}:${endText(actor, at)}`
  return storerId === undefined ? whole : `${whole}:${storerId}`
}

/** A statement up to now is about that, whenever it is asked for: what changed since makes another issue of it. */
function endText({ now }: Actor, at: Date): string {
  return at.getTime() === now.getTime() ? 'now' : at.toISOString()
}

async function findOwner(db: Kysely<Tables>, actor: Actor, ownerId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select ${ownerOfRecord} as name from records r
    where r.owner_id = ${ownerId} and ${isVisibleTo(actor)} and r.source <> 'planting' limit 1`.execute(db)
  return rows[0]?.name
}

interface GroupRow {
  keeper_id: string
  keeper_name: string
  commodity_id: number
  opening: number
  closing: number
}

function ofOwner(actor: Actor, ownerId: string) {
  return sql`r.owner_id = ${ownerId} and ${isVisibleTo(actor)} and r.source <> 'planting'`
}

async function findGroups(
  db: Kysely<Tables>,
  actor: Actor,
  { ownerId, from, at }: StatementRequest,
): Promise<GroupRow[]> {
  const before = new Date(from.getTime() - 1)
  const { rows } = await sql<GroupRow>`
    select r.keeper_id, keeper.name as keeper_name, r.commodity_id,
      sum(${balanceAt(recordRow(sql`r`), before)})::bigint as opening, sum(${balanceAt(recordRow(sql`r`), at)})::bigint as closing
    from records r join organisations keeper on keeper.id = r.keeper_id
    where ${ofOwner(actor, ownerId)} group by r.keeper_id, keeper.name, r.commodity_id
    order by r.commodity_id, lower(keeper.name) collate "C", r.keeper_id`.execute(db)
  return rows
}

interface EntryRow {
  keeper_id: string
  commodity_id: number
  fact_id: number
  at: Date
  /** The other side; empty where that is stock of another owner. */
  outside: string
  grams: number
  is_movement: boolean
  party: string | null
  vehicle: string | null
  reference: string | null
  number: string | null
  happened_at: Date | null
}

/**
 * Reads the entries that crossed the border of the owner's stock, netted by fact, moment and other side: what was taken back leaves nothing.
 * A load comes before what drying takes of it, so that the balance is never less than nothing.
 */
async function findEntries(
  db: Kysely<Tables>,
  actor: Actor,
  { ownerId, from, at }: StatementRequest,
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    with own as materialized (select r.id, r.keeper_id, r.commodity_id from records r where ${ofOwner(actor, ownerId)}),
    crossed as (
      select own.keeper_id, own.commodity_id, e.fact_id, e.effective_at, coalesce(e.source_outside, '') as outside, e.grams
      from own join ledger_entries e on e.storer_id = own.keeper_id and e.destination_record_id = own.id
      where e.effective_at >= ${from} and e.effective_at <= ${at}
        and (e.source_record_id is null or e.source_record_id not in (select id from own))
      union all
      select own.keeper_id, own.commodity_id, e.fact_id, e.effective_at, coalesce(e.destination_outside, ''), -e.grams
      from own join ledger_entries e on e.storer_id = own.keeper_id and e.source_record_id = own.id
      where e.effective_at >= ${from} and e.effective_at <= ${at}
        and (e.destination_record_id is null or e.destination_record_id not in (select id from own))
    ), netted as (
      select keeper_id, commodity_id, fact_id, effective_at, outside, sum(grams)::bigint as grams from crossed
      group by keeper_id, commodity_id, fact_id, effective_at, outside having sum(grams) <> 0
    )
    select n.keeper_id, n.commodity_id, n.fact_id, n.effective_at as at, n.outside, n.grams, m.id is not null as is_movement,
      coalesce(${nameOnMovement('sender')}, ${nameOnMovement('receiver')}) as party,
      m.vehicle_registration as vehicle, m.load_reference as reference, m.document_number as number, m.happened_at
    from netted n left join movements m on m.organisation_id = n.keeper_id and m.id = n.fact_id
    order by n.effective_at, n.fact_id, n.grams < 0, n.outside`.execute(db)
  return rows
}

function groupOf(actor: Actor, ownerId: string, group: GroupRow, entries: EntryRow[]): StatementGroup {
  const { id, name } = namedCommodity(actor.countryISO, group.commodity_id)
  const own = entries.filter(
    (each) => each.keeper_id === group.keeper_id && each.commodity_id === group.commodity_id,
  )
  const grams = (of: (entry: EntryRow) => boolean) =>
    own.filter(of).reduce((sum, entry) => sum + entry.grams, 0)
  const changed = grams(() => true)
  if (group.opening + changed !== group.closing)
    throw new Error(`a statement does not add up: ${group.opening} + ${changed} is not ${group.closing}`)
  const isLoss = ({ outside }: EntryRow) => outside.startsWith('loss:')
  const isGain = ({ outside }: EntryRow) => outside.startsWith('gain:')
  const isLoad = (entry: EntryRow) => !isLoss(entry) && !isGain(entry)
  return {
    grain: { commodityId: id, commodity: name, type: '', grade: '', variety: '', harvestYear: '' },
    storer: group.keeper_id === actor.organisationId ? '' : group.keeper_name,
    opening: kilogramsFromGrams(group.opening),
    closing: kilogramsFromGrams(group.closing),
    cameIn: kilogramsFromGrams(grams((entry) => isLoad(entry) && entry.grams > 0)),
    wentOut: kilogramsFromGrams(-grams((entry) => isLoad(entry) && entry.grams < 0)),
    // A loss that is less than was thought goes the other way, and is still of the loss.
    lost: kilogramsFromGrams(-grams(isLoss)),
    found: kilogramsFromGrams(grams(isGain)),
    lines: own.map((row) => lineOf(row, group.keeper_id === ownerId)),
  }
}

function isOfInterest({ opening, closing, lines }: StatementGroup): boolean {
  return opening !== 0 || closing !== 0 || lines.length > 0
}

/** In an owner's own store nobody else could bear a loss. */
function lineOf(row: EntryRow, isOwnStore: boolean): StatementLine {
  const { outside, grams, is_movement } = row
  const [kind = '', about = ''] = outside.split(':', 2)
  const reasonId = kind === 'loss' || kind === 'gain' ? Number(about) : 0
  const { reason, payer } = reasonId > 0 ? reasonOfLoss(reasonId) : { reason: '', payer: '' as const }
  return {
    at: row.at.toISOString(),
    kind: kindOf(kind, grams, is_movement),
    movementId: is_movement ? row.fact_id : 0,
    number: row.number ?? '',
    party: row.party ?? about,
    reasonId,
    reason,
    payer: kind === 'loss' && !isOwnStore ? payer : '',
    vehicle: row.vehicle ?? '',
    reference: row.reference ?? '',
    change: kilogramsFromGrams(grams),
    ...(row.happened_at && { happenedAt: row.happened_at.toISOString() }),
  }
}

function kindOf(kind: string, grams: number, isMovement: boolean): StatementLine['kind'] {
  if (kind === 'loss' || kind === 'gain' || kind === 'harvest') return kind
  if (kind === 'sender') return isMovement ? 'in' : 'opening'
  if (kind === 'receiver') return 'out'
  return grams > 0 ? 'from-others' : 'to-others'
}

/** The sums count all lines; the oldest of too many are left out, and the balance before counts them. */
export function cut<Group extends { lines: unknown[] }>(all: Group[]): { groups: Group[]; leftOut: number } {
  let room = MOST_LINES
  let leftOut = 0
  const groups = all.map((group) => {
    const lines = group.lines.slice(Math.max(0, group.lines.length - room))
    room -= lines.length
    leftOut += group.lines.length - lines.length
    return { ...group, lines }
  })
  return { groups, leftOut }
}
