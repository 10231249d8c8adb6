import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Static } from 'typebox'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { pageOf } from '../../kernel/page.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { namedCommodity } from '../../system/commodities/named-ids.ts'
import { knownNames, type KnownNames } from '../../system/counterparties/look-alikes.ts'
import { knownEnd } from '../contracts/rules.ts'
import type {
  ConfirmationsQuery,
  CounterpartiesQuery,
  Confirmation,
  Counterparty,
  OpenConfirmations,
} from './schema.ts'

type Db = Kysely<Tables>

interface Row {
  id: string
  owner_id: string
  owner_name: string
  storer_id: string
  storer_name: string
  commodity_id: number
  harvest_year: string | null
  status: Confirmation['status']
  asked_at: Date
  decided_at: Date | null
  decided_by_name: string
  grams: number
  hectares: string
  records: number
  contract: { id: string; reference: string; start: string; end: string; grams: number } | null
}

/** Lists entries that others have booked in the caller's name, or the caller in the name of others, the latest first; of decided ones the latest decision. */
export function listConfirmations(db: Db, actor: Actor, query: ConfirmationsQuery) {
  const { limit, offset } = pageOf(query)
  const side = query.as === 'storer' ? sql`c.storer_id` : sql`c.owner_id`
  const { status = 'pending' } = query
  const isDecided = status === 'decided'
  const found = sql`confirmations c where ${side} = ${actor.organisationId} and ${isDecided ? sql`c.status <> 'pending'` : sql`c.status = ${status}`}`
  const order = isDecided ? sql`c.decided_at desc, c.id` : sql`c.asked_at desc, c.id`
  return inOneMoment(db, async (moment) => {
    const { rows: counted } = await sql<{ total: number }>`select count(*) as total from ${found}`.execute(
      moment,
    )
    const { rows } = await sql<Row>`
      select c.id, c.owner_id, owner.name as owner_name, c.storer_id, storer.name as storer_name, c.commodity_id, c.harvest_year,
        c.status, c.asked_at, c.decided_at, c.decided_by_name, stock.grams, stock.hectares, stock.records,
        (select jsonb_build_object('id', k.id, 'reference', k.reference, 'start', k.start_at, 'end', k.end_at, 'grams', k.weight_grams)
          from storage_contracts k where k.storer_id = c.storer_id and k.id = c.contract_id) as contract
      from (select * from ${found} order by ${order} limit ${limit} offset ${offset}) c
      join organisations owner on owner.id = c.owner_id
      join organisations storer on storer.id = c.storer_id
      cross join lateral ${stockOfConfirmation(actor.now)} stock
      order by ${order}`.execute(moment)
    const names = await knownNames(moment, actor)
    return {
      docs: rows.map((row) => confirmationToWire(actor, names, row)),
      totalDocs: counted[0]?.total ?? 0,
      limit,
      offset,
    }
  })
}

/** The stock of confirmation `c` now: grams in bays, hectares of a crop that still stand, and the records that there ever were. None of a contract. */
function stockOfConfirmation(now: Date) {
  return sql`(
    select coalesce(sum(ledger_balance_now(b, ${now})) filter (where r.source <> 'planting'), 0)::bigint as grams,
      coalesce(sum(r.remaining_area_hectares), 0) as hectares, count(*) as records
    from records r left join ledger_balances b on b.storer_id = r.keeper_id and b.record_id = r.id
    where c.contract_id is null and r.owner_id = c.owner_id::text and r.keeper_id = c.storer_id
      and r.commodity_id = c.commodity_id and r.harvest_year = c.harvest_year)`
}

/** The one row → wire function of confirmations. */
function confirmationToWire(actor: Actor, names: KnownNames, row: Row): Confirmation {
  const { contract } = row
  const end = contract && knownEnd(new Date(contract.end))
  return {
    id: row.id,
    kind: row.harvest_year === null ? 'contract' : 'stock',
    status: row.status,
    storer: {
      id: row.storer_id,
      name: row.storer_name,
      looksLike: names.takenFor(row.storer_name, row.storer_id),
    },
    owner: {
      id: row.owner_id,
      name: row.owner_name,
      looksLike: names.takenFor(row.owner_name, row.owner_id),
    },
    commodity: namedCommodity(actor.countryISO, row.commodity_id),
    harvestYear: row.harvest_year ?? '',
    weight: kilogramsFromGrams(contract ? contract.grams : row.grams),
    area: Number(row.hectares),
    records: row.records,
    contract: contract && {
      id: contract.id,
      reference: contract.reference,
      startDateUTC: new Date(contract.start).toISOString(),
      endDateUTC: end?.toISOString() ?? null,
    },
    askedAtUTC: row.asked_at.toISOString(),
    decidedAtUTC: row.decided_at?.toISOString() ?? '',
    decidedByName: row.owner_id === actor.organisationId ? row.decided_by_name : '',
  }
}

/** Sums what the caller has still to confirm, once something was weighed, and counts what owners have declined, or lately accepted, of what the caller keeps. */
export async function readOpenConfirmations(
  db: Db,
  { organisationId, now }: Actor,
): Promise<Static<typeof OpenConfirmations>> {
  const { rows } = await sql<{
    stock: number
    contracts: number
    grams: number
    declined: number
    accepted: number
  }>`
    select count(*) filter (where c.contract_id is null) as stock, count(c.contract_id) as contracts, coalesce(sum(stock.grams), 0)::bigint as grams,
      (select count(*) from confirmations d where d.storer_id = ${organisationId} and d.status = 'declined') as declined,
      (select count(*) from confirmations d where d.storer_id = ${organisationId} and d.status = 'accepted' and d.decided_by is not null
        and d.decided_at > ${now}::timestamptz - interval '7 days') as accepted
    from confirmations c cross join lateral ${stockOfConfirmation(now)} stock
    where c.owner_id = ${organisationId} and c.status = 'pending' and c.told_at is not null`.execute(db)
  const { stock = 0, contracts = 0, grams = 0, declined = 0, accepted = 0 } = rows[0] ?? {}
  return { stock, contracts, weight: kilogramsFromGrams(grams), declined, accepted }
}

interface CounterpartyRow {
  id: string
  name: string
  stance: Counterparty['stance']
  decided_at: Date | null
  decided_by_name: string
  pending: number
}

/** The organisations about which the caller's has decided, or is asked, by name. */
export function listCounterparties(db: Db, { organisationId }: Actor, query: CounterpartiesQuery) {
  const { limit, offset } = pageOf(query)
  const found = sql`(select other_id as id from counterparties where organisation_id = ${organisationId}
    union select storer_id from confirmations where owner_id = ${organisationId}) known`
  return inOneMoment(db, async (moment) => {
    const { rows: counted } = await sql<{ total: number }>`select count(*) as total from ${found}`.execute(
      moment,
    )
    const docs = await readCounterparties(
      moment,
      organisationId,
      sql`${found} join organisations o on o.id = known.id`,
      sql`order by lower(o.name) collate "C", o.id limit ${limit} offset ${offset}`,
    )
    return { docs, totalDocs: counted[0]?.total ?? 0, limit, offset }
  })
}

/**
 * One other organisation, with what the caller's has decided about it.
 *
 * @throws Refusal `not_found`
 */
export async function getCounterparty(db: Db, { organisationId }: Actor, id: string): Promise<Counterparty> {
  const [found] = isId(id)
    ? await readCounterparties(db, organisationId, sql`organisations o`, sql`and o.id = ${id}::uuid`)
    : []
  if (!found) throw notFound('organisation', id)
  return found
}

async function readCounterparties(
  db: Db,
  organisationId: string,
  from: ReturnType<typeof sql>,
  rest: ReturnType<typeof sql>,
): Promise<Counterparty[]> {
  const { rows } = await sql<CounterpartyRow>`
    select o.id, o.name, coalesce(p.stance, 'asked') as stance, p.decided_at, coalesce(p.decided_by_name, '') as decided_by_name,
      (select count(*) from confirmations c where c.owner_id = ${organisationId} and c.storer_id = o.id and c.status = 'pending') as pending
    from ${from} left join counterparties p on p.organisation_id = ${organisationId} and p.other_id = o.id
    where o.id <> ${organisationId} ${rest}`.execute(db)
  return rows.map((row) => ({
    organisationId: row.id,
    name: row.name,
    stance: row.stance,
    decidedAtUTC: row.decided_at?.toISOString() ?? '',
    decidedByName: row.decided_by_name,
    pending: row.pending,
  }))
}
