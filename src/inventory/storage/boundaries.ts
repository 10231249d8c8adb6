import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { hectaresIn, pointIn } from '../../kernel/boundary-measures.ts'
import { boundaryOf, type Boundary, type NoBoundary } from '../../kernel/boundary-rules.ts'
import { message } from '../../words/catalogue.ts'
import { lockStorages, type LockedStorage } from './lock-storage.ts'
import type { MeasureBody, MeasuredBoundary, UpdateStorageBody } from './schema.ts'

/** The boundary as it is to be stored, where a body gives one; or what is wrong with it. */
export function validateBoundary(
  { type }: Pick<LockedStorage, 'type'>,
  given: UpdateStorageBody['boundary'],
): { boundary: { boundary?: string | null }; faults: Fault[] } {
  if (given === undefined) return { boundary: {}, faults: [] }
  if (given === null) return { boundary: { boundary: null }, faults: [] }
  if (type !== 'field')
    return { boundary: {}, faults: [fault('boundary', message('storeHasNoBoundary', {}))] }
  const boundary = boundaryOf(given.coordinates)
  return 'reason' in boundary
    ? { boundary: {}, faults: outlineFaults(boundary) }
    : { boundary: { boundary: JSON.stringify(boundary) }, faults: [] }
}

/**
 * Measures an outline: the area and the position that a field with it could have. Nothing is stored.
 *
 * @throws Refusal for an outline that cannot be one
 */
export function measureBoundary({ boundary: { coordinates } }: MeasureBody): MeasuredBoundary {
  const boundary = boundaryOf(coordinates)
  if ('reason' in boundary) refuseFaults(outlineFaults(boundary))
  return { area: hectaresIn(boundary), coordinates: pointIn(boundary), boundary }
}

/** All that is wrong with an outline. */
function outlineFaults({ reason, more = [] }: NoBoundary): [Fault, ...Fault[]] {
  return [fault('boundary', reason), ...more.map((each) => fault('boundary', each))]
}

/** Result of storing a field’s boundary. */
export interface StoredBoundary {
  id: string
  before: Boundary | null
  /** Print by which the new one is recognised. */
  print: string
}

/**
 * Gives fields of the caller's boundaries that have been judged already, as JSON text; null takes one away. In the order of their ids, each
 * field once; what is not the caller's is left out.
 */
export async function storeBoundaries(
  trx: Transaction,
  actor: Actor,
  given: { id: string; boundary: string | null }[],
): Promise<StoredBoundary[]> {
  if (given.length === 0) return []
  await lockStorages(
    trx,
    actor,
    given.map(({ id }) => id),
  )
  const { rows } = await sql<StoredBoundary>`
    with given as (
      select * from unnest(${given.map(({ id }) => id)}::uuid[], ${given.map(({ boundary }) => boundary)}::text[]) as row (id, boundary)
    ), before as (
      select s.id, s.boundary from storages s join given on given.id = s.id
      where s.organisation_id = ${actor.organisationId} and s.type = 'field'
    )
    update storages s set boundary = given.boundary::jsonb, updated_at = ${actor.now}::timestamptz
    from given join before on before.id = given.id
    where s.id = given.id
    returning s.id, before.boundary as before, coalesce(md5(s.boundary::text), '') as print`.execute(trx)
  return rows
}

/** Which of these fields have a boundary, and whether it is the one beside them. */
export async function compareBoundaries(
  trx: Transaction,
  { organisationId }: Pick<Actor, 'organisationId'>,
  asked: { id: string; boundary: string }[],
): Promise<({ isSame: boolean } | undefined)[]> {
  const { rows } = await sql<{ place: number; same: boolean }>`
    select asked.place, s.boundary = asked.boundary::jsonb as same
    from unnest(${asked.map(({ id }) => id)}::uuid[], ${asked.map(({ boundary }) => boundary)}::text[])
      with ordinality as asked (id, boundary, place)
    join storages s on s.id = asked.id
    where s.organisation_id = ${organisationId} and s.boundary is not null`.execute(trx)
  const found = new Map(rows.map(({ place, same }) => [Number(place), { isSame: same }]))
  return asked.map((_each, index) => found.get(index + 1))
}

/** Reads the prints by which the boundaries of fields of the caller's are recognised; fields without one are missing. */
export async function boundaryPrints(
  trx: Transaction,
  { organisationId }: Pick<Actor, 'organisationId'>,
  ids: string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; print: string }>`
    select id, md5(boundary::text) as print from storages
    where organisation_id = ${organisationId} and id = any(${ids}::uuid[]) and boundary is not null`.execute(
    trx,
  )
  return new Map(rows.map(({ id, print }) => [id, print]))
}
