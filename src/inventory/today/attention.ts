import { stockNameFor } from '../../system/commodities/stock-names.ts'
import { sql, type Kysely } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { closed } from '../../http/validate/schema.ts'
import { findUnusedKeys } from '../../system/access/unused-keys.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { balanceAt, recordRow, recordsWithStock } from '../ledger/ledger.ts'
import { nameOfOwner } from '../partners/party-names.ts'
import { lastCount } from '../records/last-count.ts'
import { findLineWeights } from '../settlements/queries.ts'
import { settlementTotalsOf } from '../settlements/reconcile.ts'
import { broughtInGrams, bringsIn } from '../stock/intake-limits.ts'

/** Concerns of a manager: running business that is near its limit, old or open. Each list has the first few, and their number. */

const MOST_SHOWN = 5
/** A bay that nobody has counted for so long is worth a walk. */
const DAYS_UNCOUNTED = 90
/** A contract is nearly full from so many per cent on. */
const NEARLY_FULL_PERCENT = 90
/** As many open statements as are looked into. */
const MOST_OPEN = 50
const text = Type.String()

export const Attention = {
  contracts: closed(
    {
      count: Type.Integer(),
      first: Type.Array(
        closed({
          id: text,
          reference: text,
          owner: text,
          commodityId: Type.Integer(),
          weight: Type.Number({ description: 'Kilograms agreed.' }),
          used: Type.Number({ description: 'Kilograms that have come in, after drying.' }),
        }),
        { description: 'The fullest first.' },
      ),
    },
    'Running storage contracts of which 90 % or more has come in.',
  ),
  uncounted: closed(
    {
      count: Type.Integer(),
      first: Type.Array(
        closed({
          storageId: text,
          substorageId: Type.Integer(),
          store: text,
          bay: text,
          countedAtUTC: Type.String({ description: 'Empty where nobody has ever counted it.' }),
        }),
        { description: 'The longest ago first.' },
      ),
    },
    'Bays of yours with stock that nobody has counted for 90 days.',
  ),
  toClean: closed(
    {
      count: Type.Integer(),
      first: Type.Array(
        closed({
          recordId: text,
          name: text,
          store: text,
          bay: text,
          commodityId: Type.Integer(),
          weight: Type.Number({ description: 'Kilograms of it that still have to be cleaned.' }),
        }),
        { description: 'The most first.' },
      ),
    },
    'Parcels with you that came in under a contract that asks for cleaning, and are not cleaned yet.',
  ),
  settlements: closed(
    {
      open: Type.Integer({ description: 'Statements of buyers that are not closed.' }),
      undecided: Type.Integer({ description: 'Their lines that are still to be decided, of the newest 50.' }),
      first: Type.Array(closed({ id: text, buyer: text, reference: text, undecided: Type.Integer() })),
    },
    'Statements of buyers with differences.',
  ),
  stocktakes: closed(
    {
      count: Type.Integer(),
      first: Type.Array(
        closed({
          id: text,
          name: text,
          cutOffUTC: text,
          bays: Type.Integer(),
          counted: Type.Integer({ description: 'Bays that somebody has counted, or that are left out.' }),
        }),
        { description: 'The newest first.' },
      ),
    },
    'Stock-takes that are open.',
  ),
  unusedKeys: closed(
    {
      count: Type.Integer(),
      first: Type.Array(
        closed({
          id: text,
          name: text,
          lastUsedAtUTC: Type.String({ description: 'To the hour; empty where it was never used.' }),
        }),
        { description: 'The longest ago first.' },
      ),
    },
    'API keys that were not used for 90 days, for those who may revoke them.',
  ),
}
type Attention = { [Name in keyof typeof Attention]: Static<(typeof Attention)[Name]> }

/** All of them, in the moment that `db` shows. */
export async function readAttention(db: Kysely<Tables>, actor: Actor): Promise<Attention> {
  return {
    contracts: await readContracts(db, actor),
    uncounted: await readUncounted(db, actor),
    toClean: await readToClean(db, actor),
    settlements: await readSettlements(db, actor),
    stocktakes: await readStocktakes(db, actor),
    unusedKeys: await findUnusedKeys(db, actor),
  }
}

/** The cost goes with what came in under contracts that run. */
async function readContracts(
  db: Kysely<Tables>,
  { organisationId, now }: Actor,
): Promise<Attention['contracts']> {
  const { rows } = await sql<{
    id: string
    reference: string
    owner: string
    commodity_id: number
    weight_grams: number
    used_grams: number
    found: number
  }>`
    select c.id, c.reference, ${nameOfOwner(sql`c.owner_id`, sql`c.storer_id`)} as owner, c.commodity_id, c.weight_grams, used.grams as used_grams,
      count(*) over () as found
    from storage_contracts c
    cross join lateral (
      select coalesce(sum(${broughtInGrams}), 0)::bigint as grams from movements m
      where m.storage_contract_id = c.id and m.effective_at <= ${now} and ${bringsIn}
    ) used
    where c.storer_id = ${organisationId} and c.start_at <= ${now} and c.end_at >= ${now}
      and used.grams * 100 >= c.weight_grams::numeric * ${NEARLY_FULL_PERCENT}
    order by used.grams::numeric / c.weight_grams desc, c.id limit ${MOST_SHOWN}`.execute(db)
  return {
    count: Number(rows[0]?.found ?? 0),
    first: rows.map(({ id, reference, owner, commodity_id, weight_grams, used_grams }) => ({
      id,
      reference,
      owner,
      commodityId: commodity_id,
      weight: kilogramsFromGrams(weight_grams),
      used: kilogramsFromGrams(used_grams),
    })),
  }
}

/** The cost goes with what lies here now. */
async function readUncounted(
  db: Kysely<Tables>,
  { organisationId, now }: Actor,
): Promise<Attention['uncounted']> {
  const since = new Date(now.getTime() - DAYS_UNCOUNTED * 86_400_000)
  const { rows } = await sql<{
    storage_id: string
    bay_id: number
    store: string
    bay: string
    counted_at: Date | null
    found: number
  }>`
    select r.storage_id, r.bay_id, s.name as store, b.name as bay, last_count.at as counted_at, count(*) over () as found
    from records r
    cross join lateral (select ${balanceAt(recordRow(sql`r`), now)} as grams offset 0) standing
    join storages s on s.id = r.storage_id
    join bays b on b.id = r.bay_id
    left join lateral ${lastCount(now)} last_count on true
    where r.id = any(array(select record_id from ${recordsWithStock(organisationId, now)} candidate))
      and r.keeper_id = ${organisationId} and r.source <> 'planting' and standing.grams > 0
      and coalesce(last_count.at, r.created_at) < ${since}
    order by coalesce(last_count.at, r.created_at), r.bay_id limit ${MOST_SHOWN}`.execute(db)
  return {
    count: Number(rows[0]?.found ?? 0),
    first: rows.map(({ storage_id, bay_id, store, bay, counted_at }) => ({
      storageId: storage_id,
      substorageId: bay_id,
      store,
      bay,
      countedAtUTC: counted_at?.toISOString() ?? '',
    })),
  }
}

/** The cost goes with what lies here now. */
async function readToClean(db: Kysely<Tables>, actor: Actor): Promise<Attention['toClean']> {
  const { organisationId, now } = actor
  const { rows } = await sql<{
    id: string
    name: string
    store: string
    bay: string
    commodity_id: number
    grams: number
    found: number
  }>`
    select r.id, r.name, s.name as store, b.name as bay, r.commodity_id, round(r.uncleaned_share * standing.grams)::bigint as grams, count(*) over () as found
    from records r
    cross join lateral (select ${balanceAt(recordRow(sql`r`), now)} as grams offset 0) standing
    join storages s on s.id = r.storage_id
    join bays b on b.id = r.bay_id
    where r.id = any(array(select record_id from ${recordsWithStock(organisationId, now)} candidate))
      and r.keeper_id = ${organisationId} and r.source <> 'planting' and r.uncleaned_share > 0 and standing.grams > 0
    order by grams desc, r.id limit ${MOST_SHOWN}`.execute(db)
  return {
    count: Number(rows[0]?.found ?? 0),
    first: rows.map(({ id, name, store, bay, commodity_id, grams }) => ({
      recordId: id,
      name: stockNameFor(name, actor),
      store,
      bay,
      commodityId: commodity_id,
      weight: kilogramsFromGrams(grams),
    })),
  }
}

/** The cost goes with statements that are open. */
async function readSettlements(
  db: Kysely<Tables>,
  { organisationId }: Actor,
): Promise<Attention['settlements']> {
  const { rows } = await sql<{ id: string; buyer: string; reference: string; found: number }>`
    select s.id, ${nameOfOwner(sql`s.buyer_id`, sql`s.organisation_id`)} as buyer, s.reference, count(*) over () as found
    from settlements s where s.organisation_id = ${organisationId} and s.closed_at is null
    order by s.settled_on desc, s.id limit ${MOST_OPEN}`.execute(db)
  const [one] = rows
  if (!one) return { open: 0, undecided: 0, first: [] }
  const lines = await findLineWeights(
    db,
    { organisationId },
    rows.map(({ id }) => id),
  )
  const open = rows.map(({ id, buyer, reference }) => ({
    id,
    buyer,
    reference,
    undecided: settlementTotalsOf(lines.get(id) ?? []).undecided,
  }))
  return {
    open: Number(one.found),
    undecided: open.reduce((sum, { undecided }) => sum + undecided, 0),
    first: open.filter(({ undecided }) => undecided > 0).slice(0, MOST_SHOWN),
  }
}

/** The cost goes with the bays of sessions that are open. */
async function readStocktakes(
  db: Kysely<Tables>,
  { organisationId }: Actor,
): Promise<Attention['stocktakes']> {
  const { rows } = await sql<{
    id: string
    name: string
    cut_off_at: Date
    bays: number
    counted: number
    found: number
  }>`
    select s.id, s.name, s.cut_off_at, line.bays, line.counted, count(*) over () as found
    from stocktakes s
    cross join lateral (
      select count(*) as bays, count(*) filter (where l.left_out is not null or exists (
        select from stocktake_counts c
        where c.organisation_id = l.organisation_id and c.stocktake_id = l.stocktake_id and c.bay_id = l.bay_id)) as counted
      from stocktake_lines l where l.organisation_id = s.organisation_id and l.stocktake_id = s.id
    ) line
    where s.organisation_id = ${organisationId} and s.approved_at is null and s.cancelled_at is null
    order by s.cut_off_at desc, s.id limit ${MOST_SHOWN}`.execute(db)
  return {
    count: Number(rows[0]?.found ?? 0),
    first: rows.map(({ id, name, cut_off_at, bays, counted }) => ({
      id,
      name,
      cutOffUTC: cut_off_at.toISOString(),
      bays,
      counted,
    })),
  }
}
