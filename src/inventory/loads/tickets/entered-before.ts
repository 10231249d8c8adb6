import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import type { ExpiryOfLoad, SameTicket } from '../../../http/validate/schema.ts'
import { ticketKey } from '../../../kernel/ticket-number.ts'
import { isSameDay } from '../../../kernel/time.ts'
import { isSameLorry, compareTicket, SERIES_DAYS } from './same-ticket-rules.ts'
import { ticketKind, ticketPlace } from './ticket-series.ts'
import { message, type Message } from '../../../words/catalogue.ts'

/** Loads that were entered by hand, and whose tickets were entered before: stored all the same, with a warning (rules.md §4). */

type EnteredBefore = Static<typeof SameTicket>

/** Function that finds the remarks on each of some movements; most have none. */
export type EarlierEntry = (ids: readonly number[]) => {
  sameTickets: EnteredBefore[]
  expiries: ExpiryOfLoad[]
  warnings: Message[]
}

const nothing: EarlierEntry = () => ({ sameTickets: [], expiries: [], warnings: [] })

/** A number that a thousand loads have is none: of so many of them, the nearest, it is asked whether they are the same. */
const MOST_COMPARED = 20

interface Row {
  id: number
  reference: string
  other_id: number
  other_number: string | null
  effective_at: Date
  other_at: Date
  vehicle: string | null
  other_vehicle: string | null
  grams: number
  other_grams: number
}

/**
 * Looks for loads that were entered before with the numbers of these, which are stored: of the same kind, at the same store, and the same load by the rule
 * of files. The other parts of a lorry are none of them.
 */
export async function findEnteredBefore(
  trx: Transaction,
  actor: Actor,
  entered: { id: number; reference: string | null | undefined }[],
): Promise<EarlierEntry> {
  const numbered = entered.filter(({ reference }) => ticketKey(reference ?? '') !== '')
  if (numbered.length === 0) return nothing
  const ids = numbered.map(({ id }) => id)
  const { organisationId, timeZone } = actor
  const { rows } = await sql<Row>`
    select own.id, own.load_reference as reference, other.id as other_id, other.document_number as other_number, own.effective_at, other.effective_at as other_at,
      own.vehicle_registration as vehicle, other.vehicle_registration as other_vehicle, own.weight_grams as grams, other.weight_grams as other_grams
    from unnest(${ids}::bigint[]) asked (id)
    cross join lateral (
      select m.*, ${ticketKind()} as kind, ${ticketPlace()} as place from movements m
      left join records source on source.keeper_id = m.organisation_id and source.id = m.source_record_id
      left join records target on target.keeper_id = m.organisation_id and target.id = m.destination_record_id
      where m.organisation_id = ${organisationId} and m.id = asked.id offset 0) own
    cross join lateral (
      select m.*, ${ticketKind()} as kind, ${ticketPlace()} as place from (
        select * from movements each
        where each.organisation_id = ${organisationId} and each.load_reference is not null and each.status <> 'deleted' and each.id < own.id
          and ticket_key(each.load_reference) = ticket_key(own.load_reference)
          and each.effective_at between own.effective_at - ${`${SERIES_DAYS} days`}::interval and own.effective_at + ${`${SERIES_DAYS} days`}::interval
        order by each.effective_at desc limit ${MOST_COMPARED}) m
      left join records source on source.keeper_id = m.organisation_id and source.id = m.source_record_id
      left join records target on target.keeper_id = m.organisation_id and target.id = m.destination_record_id
      offset 0) other
    where other.kind = own.kind and other.place = own.place and (own.ticket_id is null or other.ticket_id is distinct from own.ticket_id)
    order by own.id, other.id`.execute(trx)
  const found = Map.groupBy(
    rows.filter((row) => isSame(row, timeZone)),
    ({ id }) => id,
  )
  return (asked) => {
    const others = asked.flatMap((id) => found.get(id) ?? []).filter((row) => !asked.includes(row.other_id))
    const its = new Map(others.map((row) => [row.other_id, row]))
    return {
      sameTickets: [...its.values()].map(({ reference, other_id: movementId, other_at: at }) => ({
        reference,
        movementId,
        movementDateISO: at.toISOString(),
      })),
      expiries: [],
      warnings: [...its.values()].map((row) => messageOf(row, timeZone)),
    }
  }
}

function isSame(row: Row, timeZone: string): boolean {
  const sameness = compareTicket({
    isOneSeries: true,
    isSameDay: isSameDay(row.effective_at, row.other_at, timeZone),
    isSameWeight: row.grams === row.other_grams,
    isSameLorry: isSameLorry(row.vehicle, row.other_vehicle),
  })
  return sameness === 'same'
}

function messageOf({ reference, other_number: number, other_at: at }: Row, timeZone: string): Message {
  return message('ticketWasEnteredBefore', { reference, number, atUTC: at.toISOString(), timeZone })
}
