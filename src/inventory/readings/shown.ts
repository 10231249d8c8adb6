import { sql, type RawBuilder } from 'kysely'
import type { WeightReading, Readings } from './rules.ts'
import type { WeightNamed, WeightSource } from '../../words/stock-terms.ts'
import { weightNames } from './rules.ts'
import type { ShownReading, ShownReadings } from './schema.ts'

/** Readings as `shownReadings` reads them: of a remembered tare, with the ticket that it is of. */
export type ReadingsRow = Readings & { empty?: { of?: TicketRow } }

interface TicketRow {
  movementId: number
  reference: string | null
  at: string
}

/** Selects the readings of a movement, of a remembered tare with the ticket that the lorry was weighed empty for. */
export function shownReadings(movement: RawBuilder<unknown>): RawBuilder<unknown> {
  const ofMovement = sql`${movement}.readings #>> '{empty,ofMovementId}'`
  return sql`case when ${ofMovement} is null then ${movement}.readings else jsonb_set(${movement}.readings, '{empty,of}', (
    select jsonb_build_object('movementId', t.id, 'reference', coalesce(t.load_reference, t.document_number), 'at', t.effective_at)
    from movements t where t.organisation_id = ${movement}.organisation_id and t.id = (${ofMovement})::bigint)) end`
}

/** Returns where the weights of a load come from, for an answer; nothing where nobody said. */
export function readingsToWire(row: ReadingsRow | null): { readings?: ShownReadings } {
  if (row === null) return {}
  const { full, empty, net } = row
  return {
    readings: {
      ...(full && { full: readingToWire(full) }),
      ...(empty && { empty: readingToWire(empty) }),
      ...(net && { net: readingToWire(net) }),
    },
  }
}

const LETTERS_OF_NUMBER = 6

/** Returns where one weight comes from, for an answer. */
export function readingToWire({
  ofMovementId: _id,
  of,
  ...reading
}: WeightReading & { of?: TicketRow }): ShownReading {
  if (!of) return reading
  const { movementId, reference, at } = of
  const number = reference || String(movementId).padStart(LETTERS_OF_NUMBER, '0')
  return { ...reading, ofTicket: { movementId, number, movementDateISO: new Date(at).toISOString() } }
}

/** Returns where a weight comes from, as sentences say it. */
export function weightSource(reading: ShownReading): WeightSource {
  const { source, device = '', recordNumber = '', reason = '', factor = 1, ofTicket } = reading
  return {
    source,
    device,
    recordNumber,
    reason,
    ticket: ofTicket?.number ?? '',
    atUTC: ofTicket?.movementDateISO ?? '',
    factor,
  }
}

/** Lists where the weights of a load come from, as far as that is known. */
export function weightSources({ readings }: { readings?: ShownReadings }): WeightNamed[] {
  return weightNames.flatMap((what) => {
    const reading = readings?.[what]
    return reading ? [{ what, ...weightSource(reading) }] : []
  })
}
