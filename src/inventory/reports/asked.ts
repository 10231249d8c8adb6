import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { commodityNameFor, typeNameFor } from '../../system/commodities/served-names.ts'
import type { RowLabel, ReportLine } from './rules.ts'

/** The question that the lines of a report answer, the same for each kind. */
export interface AskedLines {
  /** The first instant. */
  from: Date
  /** The first instant after it. */
  before: Date
  /** The harvest year of a season; empty for reports of a span of days. */
  harvestYear: string
  commodityId?: number | undefined
  storageId?: string | undefined
  partnerId?: string | undefined
}

/** Reads the lines of one kind of report, in the moment that `db` shows. */
export type FindLines = (db: Kysely<Tables>, actor: Actor, asked: AskedLines) => Promise<ReportLine[]>

/** A commodity as a label, in the reader's language. */
export function commodityLabel(actor: Actor, id: number): RowLabel {
  return { id: String(id), name: commodityNameFor(actor, id) ?? '' }
}

/** A type as a label, in the reader's language; id 0 where parcels of several were mixed. */
export function typeLabel(actor: Actor, id: number): RowLabel {
  return { id: String(id), name: typeNameFor(actor, id) ?? '' }
}

/** A label that is its own id, such as a variety. */
export const plainLabel = (name: string): RowLabel => ({ id: name, name })
