import { sql } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { dateFault, fault, type Fault, refuseFaults } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { nameKey, tidied } from '../../kernel/names.ts'
import { formatDate, parseInstant } from '../../kernel/time.ts'
import { gramsFromKilograms } from '../../kernel/weight.ts'
import { message } from '../../words/catalogue.ts'
import type { ChangeOrderBody } from './schema.ts'

/** The terms of an order, as they are stored. Days are such as 2026-09-01. */
export interface OrderTerms {
  reference: string
  partner_reference: string
  weight_grams: number | null
  load_count: number | null
  first_day: string | null
  last_day: string | null
  haulier: string
  vehicles: string[]
  storage_id: string | null
  bay_ids: number[]
  place: string
  opening_hours: string
  instructions: string
}

const NOTHING_SAID: OrderTerms = {
  reference: '',
  partner_reference: '',
  weight_grams: null,
  load_count: null,
  first_day: null,
  last_day: null,
  haulier: '',
  vehicles: [],
  storage_id: null,
  bay_ids: [],
  place: '',
  opening_hours: '',
  instructions: '',
}

type Asked = Omit<ChangeOrderBody, 'reason'>

/**
 * The terms that a body makes of what is said so far: what it leaves out stays, and null takes it away.
 *
 * @param others faults found before
 * @throws Refusal every fault at once
 */
export async function resolveOrderTerms(
  trx: Transaction,
  actor: Actor,
  body: Asked,
  { said = NOTHING_SAID, others }: { said?: OrderTerms; others: Fault[] },
): Promise<OrderTerms> {
  const from = dayOf(actor, body.fromISO, 'fromISO')
  const to = dayOf(actor, body.toISO, 'toISO')
  const terms: OrderTerms = {
    ...said,
    ...plainTerms(body),
    ...(from.day !== undefined && { first_day: from.day }),
    ...(to.day !== undefined && { last_day: to.day }),
  }
  refuseFaults([
    ...others,
    ...amountFaults(terms),
    ...from.faults,
    ...to.faults,
    ...(terms.first_day !== null && terms.last_day !== null && terms.last_day < terms.first_day
      ? [fault('toISO', message('windowEndsBeforeItBegins', {}), 'minimum')]
      : []),
    ...(body.place === undefined ? [] : await placeFaults(trx, actor, terms)),
  ])
  return terms
}

/** Returns the terms of a body that are stored as they are said. */
function plainTerms(body: Asked): Partial<OrderTerms> {
  const { reference, partnerReference, weight, loads, haulier, vehicles, instructions } = body
  return {
    ...(reference !== undefined && { reference: tidied(reference ?? '') }),
    ...(partnerReference !== undefined && { partner_reference: tidied(partnerReference ?? '') }),
    ...(weight !== undefined && { weight_grams: weight === null ? null : gramsFromKilograms(weight) }),
    ...(loads !== undefined && { load_count: loads }),
    ...(haulier !== undefined && { haulier: tidied(haulier ?? '') }),
    ...(vehicles !== undefined && { vehicles: distinctPlates(vehicles ?? []) }),
    ...(body.place !== undefined && placeTerms(body.place)),
    ...(instructions !== undefined && { instructions: instructions?.trim() ?? '' }),
  }
}

function placeTerms(place: Asked['place']): Partial<OrderTerms> {
  if (!place) return { storage_id: null, bay_ids: [], place: '', opening_hours: '' }
  const { storageId, bayIds, address, openingHours } = place
  return {
    ...(storageId !== undefined && { storage_id: storageId?.trim() || null, bay_ids: [] }),
    ...(bayIds !== undefined && { bay_ids: [...new Set(bayIds)] }),
    ...(address !== undefined && { place: address?.trim() ?? '' }),
    ...(openingHours !== undefined && { opening_hours: tidied(openingHours ?? '') }),
  }
}

/** Each lorry once, as it is written first. */
function distinctPlates(plates: string[]): string[] {
  const key = (plate: string) => nameKey(plate).replaceAll(/[\s-]/g, '')
  return [...Map.groupBy(plates.map(tidied), key).values()].flatMap(([first]) => first ?? [])
}

function dayOf({ timeZone }: Actor, said: string | null | undefined, path: string) {
  const none: Fault[] = []
  if (said == null || said.trim() === '') return { day: said === undefined ? undefined : null, faults: none }
  const at = parseInstant(said, timeZone)
  return at ? { day: formatDate(at, timeZone), faults: none } : { day: null, faults: [dateFault(path)] }
}

function amountFaults({ weight_grams: grams, load_count: loads }: OrderTerms): Fault[] {
  if (grams !== null && grams <= 0) return [fault('weight', message('isNotAbove', { limit: 0 }), 'minimum')]
  return grams === null && loads === null
    ? [fault('weight', message('orderNeedsAmount', {}), 'required')]
    : []
}

async function placeFaults(
  trx: Transaction,
  { organisationId }: Actor,
  { storage_id: id, bay_ids: bayIds }: OrderTerms,
): Promise<Fault[]> {
  if (id === null)
    return bayIds.length === 0 ? [] : [fault('place.bayIds', message('needsStore', {}), 'required')]
  const { rows } = isId(id)
    ? await sql<{ bays: number[] }>`
        select array(select b.id from bays b where b.organisation_id = s.organisation_id and b.storage_id = s.id and b.id = ${anyOf(bayIds, 'bigint')}) as bays
        from storages s where s.organisation_id = ${organisationId} and s.id = ${id} and s.type = 'store'`.execute(
        trx,
      )
    : { rows: [] }
  const [store] = rows
  if (!store) return [fault('place.storageId', message('isNoStoreOfYours', { id }), 'unknown')]
  const known = store.bays.map(Number)
  return bayIds.flatMap((bayId, index) =>
    known.includes(bayId)
      ? []
      : [fault(`place.bayIds[${index}]`, message('isNoBayOfOrder', { id: bayId }), 'unknown')],
  )
}
