import { sql } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { nameOfOwner } from '../partners/party-names.ts'
import type { TradeKind, TradeStatus, Window } from './rules.ts'
import type { TradeTerms } from './terms.ts'

/** A contract as commands need it. */
export interface StoredTrade {
  id: string
  kind: TradeKind
  status: TradeStatus
  partner_id: string
  partnerName: string
  /** Its name among people. */
  name: string
  terms: TradeTerms
}

type Row = Omit<TradeTerms, 'windows' | 'tolerance_percentage'> &
  Omit<StoredTrade, 'terms' | 'name' | 'partnerName'> & {
    partner_name: string
    tolerance_percentage: string
    windows: Window[] | null
  }

/** The name of the partner of contract `t`. */
export const partnerOfTrade = nameOfOwner(sql`t.partner_id`, sql`t.organisation_id`)

/** Names a contract as people do: by our number, theirs, or with whom it is. */
export function nameOfTrade({
  reference,
  partnerReference,
  partnerName,
}: {
  reference: string
  partnerReference: string
  partnerName: string
}): string {
  return reference || partnerReference || partnerName
}

/** The windows of contract `t` in their order, as JSON; null where it has none. */
export const windowsOfTrade = sql<Window[] | null>`(
  select jsonb_agg(jsonb_build_object('number', w.number, 'firstDay', w.first_day::text, 'lastDay', w.last_day::text, 'grams', w.weight_grams) order by w.number)
  from trade_windows w where w.organisation_id = t.organisation_id and w.trade_id = t.id)`

async function read(
  trx: Transaction,
  { organisationId }: Actor,
  ids: string[],
  lock: ReturnType<typeof sql>,
): Promise<StoredTrade[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    select t.id, t.kind, t.status, t.partner_id, ${partnerOfTrade} as partner_name, t.reference, t.partner_reference, t.commodity_id, t.type_id, t.grade_id, t.varieties, t.tag_ids,
      t.harvest_year, t.weight_grams, t.tolerance_percentage, t.tolerance_option, t.delivery, t.storage_id, t.weight_final, t.quality_final,
      t.limits, t.allowances, t.price, t.notes, t.file_ids, ${windowsOfTrade} as windows
    from trades t where t.organisation_id = ${organisationId} and t.id = ${anyOf(ids, 'uuid')} order by t.id ${lock}`.execute(
    trx,
  )
  return rows.map(({ id, kind, status, partner_id, partner_name: partnerName, ...terms }) => ({
    id,
    kind,
    status,
    partner_id,
    partnerName,
    name: nameOfTrade({
      reference: terms.reference,
      partnerReference: terms.partner_reference,
      partnerName,
    }),
    terms: {
      ...terms,
      tolerance_percentage: Number(terms.tolerance_percentage),
      windows: terms.windows ?? [],
    },
  }))
}

/**
 * A contract of the caller's, locked to be changed.
 *
 * @throws Refusal `not_found`
 */
export async function lockTrade(trx: Transaction, actor: Actor, id: string): Promise<StoredTrade> {
  const [trade] = isId(id) ? await read(trx, actor, [id], sql`for update of t`) : []
  if (!trade) throw notFound('contract', id)
  return trade
}

/** The caller's contracts among `ids`, in the order of their ids, locked to be changed. */
export function lockTrades(trx: Transaction, actor: Actor, ids: string[]): Promise<StoredTrade[]> {
  return read(trx, actor, [...new Set(ids)], sql`for update of t`)
}

/** The caller's contracts among `ids`, by id; they stay as they are until the transaction ends. */
export async function holdTrades(
  trx: Transaction,
  actor: Actor,
  ids: string[],
): Promise<Map<string, StoredTrade>> {
  const trades = await read(trx, actor, [...new Set(ids.filter(isId))], sql`for share of t`)
  return new Map(trades.map((trade) => [trade.id, trade]))
}
