import { sql, type Kysely } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { kilogramsFromGrams, weightFromGrams } from '../../kernel/weight.ts'
import { readingUnit } from '../../system/commodities/catalogue.ts'
import { namedCommodity, namedGrade, namedType } from '../../system/commodities/named-ids.ts'
import { fileRefs } from '../../system/files/find-files.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { partnerOfTrade, windowsOfTrade } from './lock-trade.ts'
import {
  progressOf,
  remainder,
  type MovedOnDay,
  type Progress,
  type TradeKind,
  type TradeStatus,
  type Window,
} from './rules.ts'
import type { Trade } from './schema.ts'
import type { TradeTerms } from './terms.ts'

type Db = Kysely<Tables>

interface Row extends Omit<TradeTerms, 'windows' | 'tolerance_percentage'> {
  id: string
  organisation_id: string
  kind: TradeKind
  status: TradeStatus
  partner_id: string
  partner_name: string
  storage_name: string | null
  tolerance_percentage: string
  windows: Window[] | null
  moved: MovedOnDay[] | null
  created_by: string | null
  created_by_name: string
  created_at: Date
  updated_at: Date
}

/**
 * Weights that moved under contract `t`, by day and by the window that its loads name, as JSON; null where nothing has. It costs as much as the contract
 * has loads.
 */
export const movedUnder = ({ now, timeZone }: Actor) => sql<MovedOnDay[] | null>`(
  select jsonb_agg(jsonb_build_object('day', d.day::text, 'window', d.trade_window, 'isPlanned', d.is_planned, 'grams', d.grams, 'loads', d.loads))
  from (
    select (m.effective_at at time zone ${timeZone})::date as day, m.trade_window, m.effective_at > ${now} as is_planned,
      sum(m.weight_grams)::bigint as grams, count(*)::int as loads
    from movements m where m.organisation_id = t.organisation_id and m.trade_id = t.id and m.status <> 'deleted'
    group by 1, 2, 3) d)`

/** The caller's contracts among `ids`, in that order. */
export function findTrades(db: Db, actor: Actor, ids: string[]): Promise<Trade[]> {
  const possible = [...new Set(ids.filter(isId))]
  if (possible.length === 0) return Promise.resolve([])
  return inOneMoment(db, async (moment) => {
    const { rows } = await sql<Row>`
      select t.*, ${partnerOfTrade} as partner_name, s.name as storage_name, ${windowsOfTrade} as windows, ${movedUnder(actor)} as moved
      from trades t left join storages s on s.organisation_id = t.organisation_id and s.id = t.storage_id
      where t.organisation_id = ${actor.organisationId} and t.id = ${anyOf(possible, 'uuid')}`.execute(moment)
    const files = await fileRefs(moment, actor, [...new Set(rows.flatMap(({ file_ids }) => file_ids))])
    const byId = new Map(rows.map((row) => [row.id, tradeToWire(actor, row, files)]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  })
}

/**
 * One contract of the caller's, with what has moved under it.
 *
 * @throws Refusal `not_found`
 */
export async function getTrade(db: Db, actor: Actor, id: string): Promise<Trade> {
  const [trade] = await findTrades(db, actor, [id])
  if (!trade) throw notFound('contract', id)
  return trade
}

function tradeToWire(actor: Actor, row: Row, files: Awaited<ReturnType<typeof fileRefs>>): Trade {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    statusName: render(message('tradeStatusName', { status: row.status }), actor),
    reference: row.reference,
    partnerReference: row.partner_reference,
    partner: { id: row.partner_id, name: row.partner_name },
    ...stockOf(actor, row),
    tolerance: { percentage: Number(row.tolerance_percentage), option: row.tolerance_option },
    delivery: {
      terms: row.delivery,
      storageId: row.storage_id ?? '',
      storageName: row.storage_name ?? '',
    },
    final: { weight: row.weight_final, quality: row.quality_final },
    limits: row.limits,
    allowances: row.allowances,
    price: row.price,
    notes: row.notes,
    files: row.file_ids.flatMap((id) => files.get(id) ?? []),
    ...progressToWire(row),
    createdByName: row.created_by_name,
    createdAtUTC: row.created_at.toISOString(),
    updatedAtUTC: row.updated_at.toISOString(),
  }
}

function stockOf({ countryISO }: Actor, row: Row) {
  return {
    commodity: {
      commodity: namedCommodity(countryISO, row.commodity_id),
      type: namedTypeOrAny(row.type_id),
      grade: namedGrade(row.grade_id),
      tags: row.tag_ids,
      weight: weightFromGrams(row.weight_grams, readingUnit(countryISO, row.commodity_id)),
    },
    varieties: row.varieties,
    harvestYear: row.harvest_year ?? '',
    weight: kilogramsFromGrams(row.weight_grams),
  }
}

/** A type by its name; id 0 without a name where any type may move. */
export const namedTypeOrAny = (id: number | null) => (id === null ? { id: 0, name: '' } : namedType(id))

function progressToWire(row: Row): Pick<Trade, 'windows' | 'usage'> {
  const windows = row.windows ?? []
  const { whole, byWindow, outside } = progressOf(windows, row.moved ?? [])
  const agreed = { grams: row.weight_grams, tolerancePercentage: Number(row.tolerance_percentage) }
  const { beyondToleranceGrams } = remainder(agreed, whole.movedGrams)
  return {
    windows: windows.map(({ number, firstDay, lastDay, grams }) => ({
      number,
      fromISO: firstDay,
      toISO: lastDay,
      weight: kilogramsFromGrams(grams),
      ...figuresOf(grams, byWindow.get(number)),
    })),
    usage: {
      ...figuresOf(row.weight_grams, whole),
      beyondTolerance: kilogramsFromGrams(beyondToleranceGrams),
      outsideWindows: kilogramsFromGrams(outside.movedGrams),
    },
  }
}

function figuresOf(agreedGrams: number, { movedGrams, plannedGrams, loads }: Progress = NOTHING) {
  const { leftGrams, overGrams } = remainder({ grams: agreedGrams, tolerancePercentage: 0 }, movedGrams)
  return {
    moved: kilogramsFromGrams(movedGrams),
    planned: kilogramsFromGrams(plannedGrams),
    loads,
    left: kilogramsFromGrams(leftGrams),
    over: kilogramsFromGrams(overGrams),
  }
}

const NOTHING: Progress = { movedGrams: 0, plannedGrams: 0, loads: 0 }
