import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { nameOfTrade, partnerOfTrade, windowsOfTrade } from './lock-trade.ts'
import { movedUnder } from './queries.ts'
import { openPartsOf, type MovedOnDay, type OpenPart, type TradeKind, type Window } from './rules.ts'

/** A confirmed contract of which something is left that no load is entered for, with what it asks for. */
export interface OpenContract {
  id: string
  kind: TradeKind
  name: string
  partnerName: string
  commodityId: number
  /** 0 and '' where any may move. */
  typeId: number
  gradeId: number
  harvestYear: string
  tagIds: number[]
  parts: OpenPart[]
}

interface Row {
  id: string
  kind: TradeKind
  reference: string
  partner_reference: string
  partner_name: string
  commodity_id: number
  type_id: number | null
  grade_id: number | null
  harvest_year: string | null
  tag_ids: number[]
  weight_grams: number
  windows: Window[] | null
  moved: MovedOnDay[] | null
}

/** Finds what is left of confirmed contracts, in one statement. Its cost goes with these contracts and their loads. */
export async function findOpenContracts(db: Kysely<Tables>, actor: Actor): Promise<OpenContract[]> {
  const { rows } = await sql<Row>`
    select t.id, t.kind, t.reference, t.partner_reference, ${partnerOfTrade} as partner_name, t.commodity_id, t.type_id, t.grade_id, t.harvest_year, t.tag_ids,
      t.weight_grams, ${windowsOfTrade} as windows, ${movedUnder(actor)} as moved
    from trades t where t.organisation_id = ${actor.organisationId} and t.status = 'confirmed'
    order by t.created_at, t.id`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: nameOfTrade({
      reference: row.reference,
      partnerReference: row.partner_reference,
      partnerName: row.partner_name,
    }),
    partnerName: row.partner_name,
    commodityId: row.commodity_id,
    typeId: row.type_id ?? 0,
    gradeId: row.grade_id ?? 0,
    harvestYear: row.harvest_year ?? '',
    tagIds: row.tag_ids,
    parts: openPartsOf(row.weight_grams, row.windows ?? [], row.moved ?? []),
  }))
}
