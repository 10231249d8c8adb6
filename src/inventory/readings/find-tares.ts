import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { message, type Message } from '../../words/catalogue.ts'
import { tareUsed, type Readings, type Scales, type TareRefusal, type WeighedTare } from './rules.ts'

// Tares that are used again: each is of an earlier weighing of the same lorry, which is kept with it.

/** The lorry of some readings, and when its load moves. */
interface Lorry {
  registration: string | null
  at: Date
}

/** Readings that a load is entered with, as far as its tare is concerned. */
export type Weighing = Lorry & Pick<Scales, 'empty_grams' | 'readings'>

/** Finds readings with the weighing that their tare is of. */
export type FindReadings = (readings: Readings | null) => Readings | null

/**
 * Finds the weighings that the remembered tares of loads are of. Nothing is read where no tare is remembered.
 *
 * @throws Refusal `tare_refused` for the first that the organisation does not let pass
 */
export async function tareFinder(
  trx: Transaction,
  actor: Actor,
  weighings: Weighing[],
): Promise<FindReadings> {
  const remembered = weighings.filter(isRemembered)
  if (remembered.length === 0) return (readings) => readings
  const tares = await weighedTares(trx, actor, remembered)
  const found = new Map(
    remembered.map((weighing, index) => [
      weighing.readings,
      withTare(actor, weighing, tares.get(index + 1) ?? []),
    ]),
  )
  return (readings) => found.get(readings) ?? readings
}

/**
 * Finds the weighing that the remembered tare of a correction is of.
 *
 * @throws Refusal `tare_refused`
 */
export async function withTareUsed(
  trx: Transaction,
  actor: Actor,
  lorry: Lorry,
  { empty_grams, readings }: Scales,
): Promise<Readings | null> {
  const find = await tareFinder(trx, actor, [{ ...lorry, empty_grams, readings }])
  return find(readings)
}

const isRemembered = ({ readings, empty_grams }: Weighing) =>
  empty_grams !== null && readings?.empty?.source === 'remembered'

function withTare(actor: Actor, weighing: Weighing, weighed: WeighedTare[]): Readings {
  const { readings, empty_grams: grams, at } = weighing
  const used = tareUsed({ grams: grams ?? 0, at }, weighed, actor.weighing)
  if (typeof used === 'string')
    throw new Refusal('tare_refused', refused(actor, weighing, used), { details: { why: used } })
  return { ...readings, empty: { source: 'remembered', ofMovementId: used.movementId } }
}

function refused(
  { weighing: { rememberedTareDays: days } }: Actor,
  { registration, empty_grams: grams }: Weighing,
  why: TareRefusal,
): Message {
  const lorry = { registration: registration ?? '', weight: kilogramsFromGrams(grams ?? 0) }
  if (why === 'unknown') return message('tareIsUnknown', lorry)
  return why === 'old' ? message('tareIsOld', { ...lorry, days: days ?? 0 }) : message('taresDiffer', lorry)
}

/** So many weighings of a lorry are looked at, of a year. */
const MOST_TARES = 20

/** The newest tares that lorries were weighed with, by the places of their weighings from 1. */
async function weighedTares(
  trx: Transaction,
  { organisationId }: Actor,
  weighings: Weighing[],
): Promise<Map<number, WeighedTare[]>> {
  const plates = weighings.map(({ registration }) => registration)
  const moments = weighings.map(({ at }) => at)
  const { rows } = await sql<{ place: number; id: number; empty_grams: number; effective_at: Date }>`
    select wanted.place::integer, w.id, w.empty_grams, w.effective_at
    from unnest(${plates}::text[], ${moments}::timestamptz[]) with ordinality as wanted (plate, at, place)
    cross join lateral (
      select m.id, m.empty_grams, m.effective_at from movements m
      where m.organisation_id = ${organisationId} and m.vehicle_registration is not null and m.empty_grams is not null
        and m.status <> 'deleted' and m.effective_at <= wanted.at and m.effective_at > wanted.at - interval '1 year'
        and plate_key(m.vehicle_registration) = plate_key(wanted.plate)
        and m.readings #>> '{empty,source}' is distinct from 'remembered'
      order by m.effective_at desc, m.id desc limit ${MOST_TARES}
    ) w
    order by wanted.place, w.effective_at desc, w.id desc`.execute(trx)
  const tares = rows.map((row) => ({
    place: row.place,
    tare: { movementId: row.id, grams: row.empty_grams, weighedAt: row.effective_at },
  }))
  const byPlace = Map.groupBy(tares, ({ place }) => place)
  return new Map([...byPlace].map(([place, own]) => [place, own.map(({ tare }) => tare)]))
}
