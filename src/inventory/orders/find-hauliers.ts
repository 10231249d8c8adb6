import { sql, type Kysely } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { findPartners } from '../partners/known-partners.ts'
import type { Assurance } from '../partners/assurance-rules.ts'

/** A lorry, and the order that it comes on. */
export interface Carriage {
  vehicle: string | null
  orderId: string | null
}

/** The haulier of a load: a partner, or just a name on an order. */
export interface Haulier {
  partnerId: string | null
  name: string
  assurances: Assurance[]
}

/**
 * Finds who carries loads: the partner whose lorry it is, for that stands on the bridge, and otherwise the haulier that the order names.
 *
 * @returns the haulier of each, in their order; null where nobody is known
 */
export async function findHauliers(
  db: Kysely<Tables>,
  actor: Pick<Actor, 'organisationId'>,
  carriages: Carriage[],
): Promise<(Haulier | null)[]> {
  const owners = await findOwnersOfLorries(db, actor, carriages)
  const open = carriages.filter(({ orderId }, index) => orderId !== null && !owners[index])
  const named = await findHauliersOfOrders(
    db,
    actor,
    open.flatMap(({ orderId }) => orderId ?? []),
  )
  return carriages.map(({ orderId }, index) => owners[index] ?? named.get(orderId ?? '') ?? null)
}

interface OwnerRow {
  place: number
  id: string
  name: string
  assurances: Assurance[]
}

async function findOwnersOfLorries(
  db: Kysely<Tables>,
  { organisationId }: Pick<Actor, 'organisationId'>,
  carriages: Carriage[],
): Promise<(Haulier | undefined)[]> {
  const plates = carriages.map(({ vehicle }) => vehicle ?? '')
  if (plates.every((plate) => plate === '')) return []
  const { rows } = await sql<OwnerRow>`
    select wanted.place::integer as place, p.id, p.name, p.assurances
    from unnest(${plates}::text[]) with ordinality as wanted (plate, place)
    cross join lateral (
      select p.id, p.name, p.assurances from partners p
      where p.organisation_id = ${organisationId} and p.merged_into is null and p.vehicles <> '{}' and plate_key(wanted.plate) <> ''
        and exists (select from unnest(p.vehicles) as own (plate) where plate_key(own.plate) = plate_key(wanted.plate))
      order by p.updated_at desc, p.id limit 1) p`.execute(db)
  const found: (Haulier | undefined)[] = []
  for (const { place, id, ...haulier } of rows) found[place - 1] = { partnerId: id, ...haulier }
  return found
}

async function findHauliersOfOrders(
  db: Kysely<Tables>,
  actor: Pick<Actor, 'organisationId'>,
  ids: string[],
): Promise<Map<string, Haulier>> {
  if (ids.length === 0) return new Map()
  const { organisationId } = actor
  const { rows: orders } = await sql<{ id: string; haulier: string }>`
    select ord.id, ord.haulier from orders ord
    where ord.organisation_id = ${organisationId} and ord.id = ${anyOf(ids, 'uuid')} and ord.haulier <> ''`.execute(
    db,
  )
  const partners = await findPartners(
    db,
    actor,
    orders.map(({ haulier: name }) => ({ id: '', name })),
  )
  const { rows: assured } = await sql<{ id: string; assurances: Assurance[] }>`
    select p.id, p.assurances from partners p
    where p.organisation_id = ${organisationId} and p.id = ${anyOf(
      partners.flatMap((each) => each?.id ?? []),
      'text',
    )}`.execute(db)
  const assurances = new Map(assured.map((each) => [each.id, each.assurances]))
  return new Map(
    orders.map(({ id, haulier }, index) => {
      const partner = partners[index]
      return [
        id,
        partner
          ? {
              partnerId: partner.id,
              name: partner.name,
              assurances: assurances.get(partner.id) ?? [],
            }
          : { partnerId: null, name: haulier, assurances: [] },
      ]
    }),
  )
}
