import { sql } from 'kysely'
import type { Static } from 'typebox'
import { statement } from '../../../db/statement.ts'
import { writeUnawaited, type Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import type { FileRefInput } from '../../../http/validate/schema.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Scales } from '../../readings/rules.ts'
import { scalesOf } from '../rules.ts'
import type { TicketInput } from '../../records/bodies.ts'

/** A ticket to be entered. */
export interface NewTicket {
  scales: Scales
  reference: string | null
  file: Static<typeof FileRefInput> | null
}

/** Which part of a lorry's load it is, from 0, and its share of the net, as it is kept. */
export interface TicketPart {
  given: NewTicket
  index: number
  share: number | null
}

/** A ticket as a body says it, in grams. */
export function ticketOf(said: TicketInput): NewTicket {
  return {
    scales: scalesOf(said),
    reference: said.reference?.trim() || null,
    file: said.file?.id ? said.file : null,
  }
}

interface Row {
  id: string
  organisationId: string
  reference: string | null
  empty: number | null
  full: number | null
  readings: string | null
  fileId: string | null
  now: Date
}

const insertRow = statement<Row>(
  ({ id, organisationId, reference, empty, full, readings, fileId, now }) => sql`
    insert into tickets (id, organisation_id, reference, empty_grams, full_grams, readings, file_id, created_at)
    values (${id}::uuid, ${organisationId}::uuid, ${reference}, ${empty}::bigint, ${full}::bigint, ${readings}::jsonb, ${fileId}::uuid, ${now}::timestamptz)`,
)

/** Enters a ticket; waited for with COMMIT. Answers its id. */
export function insertTicket(
  trx: Transaction,
  { organisationId, now }: Actor,
  { reference, scales, file }: NewTicket,
): string {
  const id = newId()
  const { empty_grams: empty, full_grams: full } = scales
  const readings = scales.readings && JSON.stringify(scales.readings)
  writeUnawaited(
    trx,
    insertRow.with({ id, organisationId, reference, empty, full, readings, fileId: file?.id ?? null, now }),
  )
  return id
}

/** Returns the columns of a movement's row for the ticket that it is a part of, if it is of one. */
export function ticketColumns(ticketId: string | null, index: number, share: number | null) {
  return {
    ticket_id: ticketId,
    ticket_part: ticketId === null ? null : index + 1,
    ticket_share: ticketId === null ? null : share,
  }
}
