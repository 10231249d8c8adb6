import { attempt } from '../../../db/attempt.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { message } from '../../../words/catalogue.ts'
import {
  headerOf,
  isLeftOut,
  type ImportKind,
  type ImportRequest,
  type Outcome,
} from '../../../system/imports/imports.ts'
import { changeOrder, setOrderStatus, termsByName } from '../../orders/change-order.ts'
import { createOrder } from '../../orders/create-order.ts'
import type { StoredOrder } from '../../orders/lock-order.ts'
import { CreateOrderBody } from '../../orders/schema.ts'
import { resolveOrderTerms, type OrderTerms } from '../../orders/terms.ts'
import { fieldsThatDiffer } from '../../change-history.ts'
import { NamedParties } from '../../partners/parties.ts'
import { findPlacesWithBays } from '../../records/find-places.ts'
import { askedPlace, findPlaces } from '../existing-places.ts'
import { bodyCheck, problemsOf, refusedRow, rowNotEntered } from '../validate-rows.ts'
import { findNumberedOrders, findNumberedTrades, findUnnumberedOrders, isNumber } from './known-trades.ts'
import { readOrder, type ReadOrder } from './read-order.ts'
import { orderFileColumns, type OrderFileRow } from './trade-columns.ts'
import { BY_FILE } from './trades.ts'
import { namedPartner, numbersOf } from './trade-parts.ts'

/**
 * Orders, a row for each: call-offs of a contract that the row names by its number, or alone. An order is known again by its id or its number, ours or
 * theirs, and one without a number by all that it says.
 */
export const ordersImport: ImportKind<typeof orderFileColumns> = {
  kind: 'orders',
  columns: orderFileColumns,
  tables: ['orders', 'order_changes'],
  takesUpdates: true,
  begin: (run) => (trx, actor, rows) => storeOrders(trx, actor, rows, run),
}

const orderPaths: Record<string, string> = {
  tradeId: 'trade',
  kind: 'kind',
  'partner.id': 'partnerId',
  'partner.name': 'partner',
  'commodity.id': 'commodity',
  'commodity.type': 'type',
  reference: 'reference',
  partnerReference: 'partnerReference',
  weight: 'weight',
  loads: 'loads',
  fromISO: 'from',
  toISO: 'to',
  haulier: 'haulier',
  vehicles: 'vehicles',
  'place.storageId': 'store',
  'place.bayIds': 'bays',
  'place.address': 'address',
  'place.openingHours': 'openingHours',
  instructions: 'instructions',
}
const faultsOf = bodyCheck(CreateOrderBody)

async function storeOrders(
  trx: Transaction,
  actor: Actor,
  all: OrderFileRow[],
  run: ImportRequest,
): Promise<Outcome[]> {
  const rows = all.filter(({ aside }) => aside === undefined)
  const parties = await NamedParties.of(trx, actor, rows.map(namedPartner))
  const stores = await findPlaces(
    trx,
    actor,
    'store',
    rows.map(({ values }) => askedPlace(values.store, undefined, new Map())),
  )
  const own = await findPlacesWithBays(trx, actor, [...new Set(stores.flat().map(({ id }) => id))])
  const contracts = rows.map(({ values }) => values.trade)
  const named = numbersOf([], contracts)
  const words = contracts.flatMap((said) => (said === undefined ? [] : [said.toLowerCase()]))
  const trades = await findNumberedTrades(trx, actor, { ...named, ours: words, theirs: [] })
  const known = await findNumberedOrders(
    trx,
    actor,
    numbersOf(
      rows,
      rows.map(({ values }) => values.order),
    ),
  )
  const outcomes = new Map<OrderFileRow, Outcome>()
  for (const [index, row] of rows.entries()) {
    const makesPartners = run.creates.has('partners')
    const read = readOrder(row, actor, { parties, stores: stores[index] ?? [], own, trades, makesPartners })
    const { outcome, made } = await enterOrder(trx, actor, read, known, run)
    outcomes.set(row, outcome)
    if (made) known.push(made)
  }
  return all.map((row) => outcomes.get(row) ?? isLeftOut(row))
}

interface Entered {
  outcome: Outcome
  /** The order that was made, which a later row of the file may repeat. */
  made?: StoredOrder | undefined
}

async function enterOrder(
  trx: Transaction,
  actor: Actor,
  read: ReadOrder,
  known: StoredOrder[],
  run: ImportRequest,
): Promise<Entered> {
  const { row, body, reference, understood, missing } = read
  const more = { understood, missing }
  const refused = (faults: Refusal['faults']): Entered => ({
    outcome: { ...more, ...refusedRow(row, problemsOf(row, read.problems, faults, orderPaths), reference) },
  })
  const there = await knownOrder(trx, actor, read, known)
  if (there instanceof Refusal) return { outcome: { ...more, ...rowNotEntered(there, reference) } }
  const shape = faultsOf(body)
  const terms =
    shape.length > 0 ? undefined : await attempt(trx, () => resolve(trx, actor, body, there?.terms))
  const faults = [...shape, ...(terms instanceof Refusal ? terms.faults : [])]
  if (!terms || terms instanceof Refusal || faults.length + read.problems.length + row.problems.length > 0)
    return refused(faults)
  if (there) return { outcome: { ...more, ...(await corrected(trx, actor, read, there, terms, run)) } }
  const made = await attempt(trx, () => create(trx, actor, read))
  if (made instanceof Refusal && made.code === 'invalid_input') return refused(made.faults)
  if (made instanceof Refusal) return { outcome: { ...more, ...rowNotEntered(made, reference) } }
  const summary = message('orderWasEntered', {})
  const details = { changes: read.status === undefined || read.status === 'open' ? 1 : 2 }
  const [stored] = await findNumberedOrders(trx, actor, { ids: [made], ours: [], theirs: [] })
  return {
    outcome: {
      ...more,
      status: 'success',
      id: made,
      reference,
      summary,
      made: [{ kind: 'order', subject: made, details }],
    },
    made: stored,
  }
}

/** The order that a row is about; undefined for a new one, and a refusal where it may mean several. */
async function knownOrder(
  trx: Transaction,
  actor: Actor,
  { row, body, partnerId }: ReadOrder,
  known: StoredOrder[],
): Promise<StoredOrder | Refusal | undefined> {
  const { order, reference, partnerReference, trade } = row.values
  const byId = known.find(({ id }) => id === order?.toLowerCase())
  if (byId) return byId
  const isWith = (each: StoredOrder) =>
    each.partnerId === partnerId &&
    each.tradeId === (body.tradeId ?? null) &&
    (trade !== undefined || each.kind === body.kind)
  const found = known.filter((each) =>
    reference === undefined
      ? isWith(each) && isNumber(each.terms.partner_reference, partnerReference)
      : isNumber(each.terms.reference, reference),
  )
  const [first, another] = found.some(isWith) ? found.filter(isWith) : found
  if (first && another)
    return new Refusal(
      'already_exists',
      message('ordersHaveNumber', { number: reference ?? partnerReference ?? '' }),
    )
  if (first || reference !== undefined || partnerReference !== undefined || partnerId === undefined)
    return first
  for (const each of await findUnnumberedOrders(trx, actor, partnerId)) {
    const terms = isWith(each) && (await attempt(trx, () => resolve(trx, actor, body, each.terms)))
    if (terms && !(terms instanceof Refusal) && changedFields(each.terms, terms).length === 0) return each
  }
  return undefined
}

function resolve(
  trx: Transaction,
  actor: Actor,
  body: CreateOrderBody,
  said: OrderTerms | undefined,
): Promise<OrderTerms> {
  const { tradeId: _tradeId, kind: _kind, partner: _partner, commodity: _commodity, ...terms } = body
  return resolveOrderTerms(trx, actor, terms, { ...(said && { said }), others: [] })
}

const changedFields = (was: OrderTerms, is: OrderTerms) =>
  fieldsThatDiffer(termsByName(was), termsByName(is)).map(({ field }) => field)

async function create(trx: Transaction, actor: Actor, { body, status }: ReadOrder): Promise<string> {
  const id = await createOrder(trx, actor, body)
  if (status !== undefined) await setOrderStatus(trx, actor, id, { status, reason: BY_FILE })
  return id
}

const shownIn: Record<string, string> = { fromISO: 'from', toISO: 'to', place: 'store' }

async function corrected(
  trx: Transaction,
  actor: Actor,
  { row, body, status, partnerId, reference }: ReadOrder,
  there: StoredOrder,
  terms: OrderTerms,
  run: ImportRequest,
): Promise<Outcome> {
  const { id } = there
  const fixed = [
    ...(there.tradeId === (body.tradeId ?? null) ? [] : ['trade']),
    ...(body.tradeId || there.kind === body.kind ? [] : ['kind']),
    ...((partnerId ?? body.partner?.name) === there.partnerId ? [] : ['partner']),
    ...(body.tradeId || body.commodity?.id === there.commodityId ? [] : ['commodity']),
  ]
  const changed = [
    ...changedFields(there.terms, terms).filter(
      (field) => field !== 'reference' || !isNumber(there.terms.reference, body.reference ?? undefined),
    ),
    ...(status === undefined || status === there.status ? [] : ['status']),
  ]
  const columns = [
    ...new Set([...fixed, ...changed].map((field) => headerOf(row, shownIn[field] ?? field) || field)),
  ]
  if (columns.length === 0)
    return { status: 'unchanged', id, reference, summary: message('orderWasThere', {}) }
  if (fixed.length > 0 || !run.mayUpdate) {
    const said = message('orderDiffers', { columns })
    return { status: 'error', reference, problems: [], message: [said], code: 'already_exists' }
  }
  const { tradeId: _tradeId, kind: _kind, partner: _partner, commodity: _commodity, ...rest } = body
  const result = await attempt(trx, async () => {
    await changeOrder(trx, actor, id, { ...rest, reason: BY_FILE })
    if (status !== undefined) await setOrderStatus(trx, actor, id, { status, reason: BY_FILE })
  })
  return result instanceof Refusal
    ? rowNotEntered(result, reference)
    : { status: 'changed', id, reference, summary: message('orderWasCorrected', { columns }) }
}
