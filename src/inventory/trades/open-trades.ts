import { sql, type Kysely } from 'kysely'
import type { Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { matchesText } from '../../http/search/text-query.ts'
import { dateFault, refuseFaults } from '../../kernel/errors.ts'
import { tidied } from '../../kernel/names.ts'
import { formatDate, parseInstant } from '../../kernel/time.ts'
import { gramsFromKilograms, kilogramsFromGrams } from '../../kernel/weight.ts'
import { namedCommodity, namedGrade } from '../../system/commodities/named-ids.ts'
import { ourId } from '../partners/parties.ts'
import { partnerOfTrade, windowsOfTrade } from './lock-trade.ts'
import { movedUnder, namedTypeOrAny } from './queries.ts'
import {
  bounds,
  progressOf,
  windowOf,
  type MovedOnDay,
  type Progress,
  type TradeKind,
  type Window,
} from './rules.ts'
import type { OpenTrade, OpenTrades, OpenTradesQuery } from './schema.ts'

/** More are looked at by their search. */
const MOST = 50

interface Row {
  id: string
  kind: TradeKind
  reference: string
  partner_reference: string
  partner_id: string
  partner_name: string
  commodity_id: number
  type_id: number | null
  grade_id: number | null
  harvest_year: string | null
  weight_grams: number
  tolerance_percentage: string
  windows: Window[] | null
  moved: MovedOnDay[] | null
}

/**
 * The confirmed contracts that a load may go on, the newest window first: those of its partner and commodity that name its type or none, each with
 * what is left on that day and by how much the load is over.
 */
export async function findOpenTrades(
  db: Kysely<Tables>,
  actor: Actor,
  query: OpenTradesQuery,
): Promise<Static<typeof OpenTrades>> {
  const at = query.dateISO === undefined ? actor.now : parseInstant(query.dateISO, actor.timeZone)
  if (!at) refuseFaults([dateFault('dateISO')])
  const day = formatDate(at, actor.timeZone)
  const { rows } = await sql<Row>`
    select t.id, t.kind, t.reference, t.partner_reference, t.partner_id, t.commodity_id, t.type_id, t.grade_id, t.harvest_year,
      t.weight_grams, t.tolerance_percentage, ${partnerOfTrade} as partner_name, ${windowsOfTrade} as windows, ${movedUnder(actor)} as moved
    from trades t where ${sql.join(conditions(actor, query), sql` and `)}
    order by t.created_at desc, t.id limit ${MOST}`.execute(db)
  const grams = gramsFromKilograms(query.weight ?? 0)
  const docs = rows.flatMap((row) => offersOf(actor, row, day, grams))
  return { docs: docs.toSorted(newestWindowFirst) }
}

function conditions({ organisationId }: Actor, query: OpenTradesQuery) {
  const { kind, partnerId, commodity, commodityType, reference } = query
  return [
    sql`t.organisation_id = ${organisationId} and t.status = 'confirmed' and t.kind = ${kind}`,
    ...(partnerId === undefined ? [] : [sql`t.partner_id = ${ourId(tidied(partnerId))}`]),
    ...(commodity === undefined ? [] : [sql`t.commodity_id = ${commodity}`]),
    ...(commodityType ? [sql`(t.type_id is null or t.type_id = ${commodityType})`] : []),
    ...matchesText(reference, (says) => sql`${says(sql`t.reference`)} or ${says(sql`t.partner_reference`)}`),
  ]
}

/** The windows that are open on a day, or the contract itself where it has none open: there the load counts outside them. */
function offersOf(actor: Actor, row: Row, day: string, loadGrams: number): OpenTrade[] {
  const windows = row.windows ?? []
  const { whole, byWindow } = progressOf(windows, row.moved ?? [])
  const { most } = bounds({
    grams: row.weight_grams,
    tolerancePercentage: Number(row.tolerance_percentage),
  })
  const isWithinTolerance = whole.movedGrams + loadGrams <= most
  const byDay = windowOf(windows, day, null)
  const open = windows.filter(({ lastDay }) => lastDay >= day)
  const each = (window: Window | undefined, moved: Progress | undefined): OpenTrade => {
    const agreedGrams = window?.grams ?? row.weight_grams
    const leftGrams = Math.max(agreedGrams - (moved?.movedGrams ?? 0), 0)
    return {
      tradeId: row.id,
      tradeWindow: window?.number ?? null,
      kind: row.kind,
      reference: row.reference,
      partnerReference: row.partner_reference,
      partner: { id: row.partner_id, name: row.partner_name },
      commodity: namedCommodity(actor.countryISO, row.commodity_id),
      type: namedTypeOrAny(row.type_id),
      grade: namedGrade(row.grade_id),
      harvestYear: row.harvest_year ?? '',
      fromISO: window?.firstDay ?? null,
      toISO: window?.lastDay ?? null,
      endedISO: window ? null : lastDayOf(windows),
      left: kilogramsFromGrams(leftGrams),
      overBy: kilogramsFromGrams(Math.max(loadGrams - leftGrams, 0)),
      isWithinTolerance,
      isOfDay: window?.number === byDay?.number,
    }
  }
  if (open.length === 0) return [each(undefined, whole)]
  return open.map((window) => each(window, byWindow.get(window.number)))
}

/** The day on which the last of some windows ends; null where there are none. */
const lastDayOf = (windows: Window[]): string | null =>
  windows
    .map(({ lastDay }) => lastDay)
    .toSorted()
    .at(-1) ?? null

/** The window of the day before those still to come; among these the newest first. */
function newestWindowFirst(one: OpenTrade, other: OpenTrade): number {
  if (one.isOfDay !== other.isOfDay) return one.isOfDay ? -1 : 1
  const [a, b] = [one.fromISO ?? '', other.fromISO ?? '']
  return a === b ? 0 : a < b ? 1 : -1
}
