import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { dateFault, fault, type Fault, refuseFaults } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { nameKey, tidied } from '../../kernel/names.ts'
import { formatDate, parseInstant } from '../../kernel/time.ts'
import { gramsFromKilograms } from '../../kernel/weight.ts'
import { findCommodity } from '../../system/commodities/catalogue.ts'
import { harvestYearIn, harvestYearIsValid, noHarvestYear } from '../../system/countries/countries.ts'
import { fileFaults, findAttachableFiles } from '../../system/files/find-files.ts'
import { message } from '../../words/catalogue.ts'
import { commodityFaults, knownCommodity } from '../records/commodity.ts'
import type { Window } from './rules.ts'
import type { ChangeTradeBody, Trade } from './schema.ts'

/** The terms of a contract, as they are stored. */
export interface TradeTerms {
  reference: string
  partner_reference: string
  commodity_id: number
  type_id: number | null
  grade_id: number | null
  varieties: string[]
  tag_ids: number[]
  harvest_year: string | null
  weight_grams: number
  tolerance_percentage: number
  tolerance_option: 'buyer' | 'seller' | null
  delivery: 'ex_store' | 'delivered' | null
  storage_id: string | null
  weight_final: 'loading' | 'unloading' | null
  quality_final: 'loading' | 'unloading' | null
  limits: Trade['limits']
  allowances: Trade['allowances']
  price: Trade['price']
  notes: string
  file_ids: string[]
  windows: Window[]
}

const NOTHING_AGREED = {
  reference: '',
  partner_reference: '',
  varieties: [],
  harvest_year: null,
  tolerance_percentage: 0,
  tolerance_option: null,
  delivery: null,
  storage_id: null,
  weight_final: null,
  quality_final: null,
  limits: [],
  allowances: [],
  price: null,
  notes: '',
  file_ids: [],
  windows: [],
}

type Asked = Omit<ChangeTradeBody, 'partner' | 'reason'>

/**
 * The terms that a body makes of what is agreed so far: what it leaves out stays, and null takes it away.
 *
 * @param others faults found before
 * @throws Refusal every fault at once
 */
export async function resolveTradeTerms(
  trx: Transaction,
  actor: Actor,
  body: Asked,
  { agreed, others }: { agreed?: TradeTerms; others: Fault[] },
): Promise<TradeTerms> {
  const { windows, faults: windowFaults } = readWindows(actor, body.windows)
  const files = body.files ?? []
  const own = await findAttachableFiles(
    trx,
    actor.organisationId,
    files.map(({ id }) => id),
    agreed?.file_ids,
  )
  refuseFaults([
    ...others,
    ...(body.commodity ? commodityFaultsOf(body.commodity) : []),
    ...(body.weight === undefined || gramsFromKilograms(body.weight) > 0
      ? []
      : [fault('weight', message('isNotAbove', { limit: 0 }), 'minimum')]),
    ...harvestYearFaults(actor, body.harvestYear),
    ...windowFaults,
    ...tooMuchInWindows(windows ?? agreed?.windows ?? [], weightOf(body, agreed), body),
    ...(await storageFaults(trx, actor, body.delivery?.storageId)),
    ...limitFaults(body.limits ?? []),
    ...allowanceFaults(body.allowances ?? []),
    ...priceFaults(body.price),
    ...fileFaults('files', files, own),
  ])
  return {
    ...(agreed ?? NOTHING_AGREED),
    ...commodityOf(body, agreed),
    ...plainTerms(actor, body),
    weight_grams: weightOf(body, agreed),
    ...(windows && { windows }),
    ...(body.files !== undefined && { file_ids: [...new Set(files.map(({ id }) => id))] }),
  }
}

/** Returns the terms of a body that are stored as they are said. */
function plainTerms({ countryISO }: Actor, body: Asked): Partial<TradeTerms> {
  const { tolerance, delivery, final, limits, allowances, price } = body
  return {
    ...(body.reference !== undefined && { reference: tidied(body.reference ?? '') }),
    ...(body.partnerReference !== undefined && { partner_reference: tidied(body.partnerReference ?? '') }),
    ...(body.varieties !== undefined && { varieties: distinct(body.varieties ?? []) }),
    ...(body.harvestYear !== undefined && {
      harvest_year: body.harvestYear?.trim() ? harvestYearIn(body.harvestYear.trim(), countryISO) : null,
    }),
    ...(tolerance !== undefined && {
      tolerance_percentage: Math.round((tolerance?.percentage ?? 0) * 1000) / 1000,
      tolerance_option: tolerance?.option ?? null,
    }),
    ...(delivery !== undefined && {
      delivery: delivery?.terms ?? null,
      storage_id: delivery?.storageId?.trim() || null,
    }),
    ...(final !== undefined && {
      weight_final: final?.weight ?? null,
      quality_final: final?.quality ?? null,
    }),
    ...(limits !== undefined && {
      limits: (limits ?? []).map(({ name, minimum, maximum, rejectBelow, rejectAbove }) => ({
        name: tidied(name),
        minimum: minimum ?? null,
        maximum: maximum ?? null,
        rejectBelow: rejectBelow ?? null,
        rejectAbove: rejectAbove ?? null,
      })),
    }),
    ...(allowances !== undefined && {
      allowances: (allowances ?? []).map((row) => ({ ...row, name: tidied(row.name) })),
    }),
    ...(price !== undefined && {
      price: price && {
        kind: price.kind,
        amount: price.amount ?? null,
        currency: price.currency ?? null,
        unit: price.unit ?? null,
      },
    }),
    ...(body.notes !== undefined && { notes: body.notes?.trim() ?? '' }),
  }
}

const weightOf = ({ weight }: Asked, agreed: TradeTerms | undefined) =>
  weight === undefined ? (agreed?.weight_grams ?? 0) : gramsFromKilograms(weight)

function commodityFaultsOf(commodity: NonNullable<Asked['commodity']>): Fault[] {
  const kind = findCommodity(commodity.id)?.kind ?? 'crop'
  return commodityFaults({ ...commodity, type: commodity.type ?? 0 }, kind, 'commodity', { mayBeMixed: true })
}

function commodityOf({ commodity }: Asked, agreed: TradeTerms | undefined) {
  if (!commodity) {
    if (!agreed) throw new Error('a new contract has a commodity')
    const { commodity_id, type_id, grade_id, tag_ids } = agreed
    return { commodity_id, type_id, grade_id, tag_ids }
  }
  const known = knownCommodity({ ...commodity, type: commodity.type ?? 0 })
  return {
    commodity_id: known.commodityId,
    type_id: known.typeId || null,
    grade_id: known.gradeId,
    tag_ids: known.tagIds,
  }
}

/** Each variety once, as it is written first. */
function distinct(varieties: string[]): string[] {
  const tidy = varieties.map(tidied).filter((each) => each !== '')
  return [...Map.groupBy(tidy, nameKey).values()].flatMap(([first]) => first ?? [])
}

function harvestYearFaults({ countryISO }: Actor, said: string | null | undefined): Fault[] {
  const year = said?.trim()
  return !year || harvestYearIsValid(year, countryISO)
    ? []
    : [fault('harvestYear', noHarvestYear(countryISO), 'harvest_year')]
}

/** Reads windows; their numbers are their places. Undefined where the body leaves them as they are. */
function readWindows(
  { timeZone }: Actor,
  said: Asked['windows'],
): { windows: Window[] | undefined; faults: Fault[] } {
  const faults: Fault[] = []
  if (said === undefined) return { windows: undefined, faults }
  const windows = (said ?? []).map(({ fromISO, toISO, weight }, index): Window => {
    const [from, to] = [fromISO, toISO].map((text) => parseInstant(text, timeZone))
    const at = `windows[${index}]`
    if (!from) faults.push(dateFault(`${at}.fromISO`))
    if (!to) faults.push(dateFault(`${at}.toISO`))
    const firstDay = from ? formatDate(from, timeZone) : ''
    const lastDay = to ? formatDate(to, timeZone) : ''
    if (from && to && lastDay < firstDay)
      faults.push(fault(`${at}.toISO`, message('windowEndsBeforeItBegins', {}), 'minimum'))
    const grams = gramsFromKilograms(weight)
    if (grams <= 0) faults.push(fault(`${at}.weight`, message('isNotAbove', { limit: 0 }), 'minimum'))
    return { number: index + 1, firstDay, lastDay, grams }
  })
  return { windows, faults }
}

/** The windows of a contract have no more than the contract: at the windows where the body says these, else at the weight. */
function tooMuchInWindows(windows: Window[], grams: number, body: Asked): Fault[] {
  const sum = windows.reduce((total, window) => total + window.grams, 0)
  if (sum <= grams || grams <= 0) return []
  const said = message('windowsHaveTooMuch', { windows: sum / 1000, contract: grams / 1000 })
  return [fault(body.windows === undefined ? 'weight' : 'windows', said, 'contradiction')]
}

async function storageFaults(
  trx: Transaction,
  { organisationId }: Actor,
  said: string | null | undefined,
): Promise<Fault[]> {
  const id = said?.trim()
  if (!id) return []
  const found =
    isId(id) &&
    (await trx
      .selectFrom('storages')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .where('type', '=', 'store')
      .executeTakeFirst())
  return found ? [] : [fault('delivery.storageId', message('isNoStoreOfYours', { id }), 'unknown')]
}

function limitFaults(limits: NonNullable<Asked['limits']>): Fault[] {
  return limits.flatMap(({ name, minimum, maximum, rejectBelow, rejectAbove }, index) => {
    const at = `limits[${index}]`
    const isTwice = limits.findIndex((other) => nameKey(other.name) === nameKey(name)) < index
    return [
      ...(isTwice ? [fault(`${at}.name`, message('isNamedTwice', {}), 'duplicate')] : []),
      ...(isBelow(maximum, minimum)
        ? [fault(`${at}.maximum`, message('isNotAbove', { limit: minimum ?? 0 }), 'minimum')]
        : []),
      ...(isBelow(minimum, rejectBelow)
        ? [fault(`${at}.rejectBelow`, message('isAboveLimit', { limit: minimum ?? 0 }), 'contradiction')]
        : []),
      ...(isBelow(rejectAbove, maximum)
        ? [fault(`${at}.rejectAbove`, message('isBelowLimit', { limit: maximum ?? 0 }), 'contradiction')]
        : []),
    ]
  })
}

const isBelow = (one: number | null | undefined, other: number | null | undefined) =>
  one != null && other != null && one < other

/** Rows of one measure do not overlap: a figure has one allowance. Where one ends, the next may begin. */
function allowanceFaults(rows: NonNullable<Asked['allowances']>): Fault[] {
  return rows.flatMap(({ name, from, to }, index) => {
    const at = `allowances[${index}]`
    const before = rows.slice(0, index).filter((other) => nameKey(other.name) === nameKey(name))
    const overlapped = before.find((other) => other.from < to && from < other.to)
    return [
      ...(to <= from ? [fault(`${at}.to`, message('isNotAbove', { limit: from }), 'empty_row')] : []),
      ...(overlapped
        ? [
            fault(
              `${at}.from`,
              message('overlapsRow', { from: overlapped.from, to: overlapped.to }),
              'overlap',
            ),
          ]
        : []),
    ]
  })
}

/** A fixed price has all its parts, and none has none. */
function priceFaults(price: Asked['price']): Fault[] {
  if (!price) return []
  const parts = ['amount', 'currency', 'unit'] as const
  if (price.kind === 'fixed')
    return parts.flatMap((part) =>
      price[part] == null ? [fault(`price.${part}`, message('isNeededOfFixedPrice', {}), 'required')] : [],
    )
  return price.amount == null ? [] : [fault('price.amount', message('isOfFixedPrice', {}), 'contradiction')]
}

/** Returns the terms as columns of the contract's row. */
export function tradeTermColumns({ windows: _windows, limits, allowances, price, ...plain }: TradeTerms) {
  return {
    ...plain,
    limits: JSON.stringify(limits),
    allowances: JSON.stringify(allowances),
    price: price && JSON.stringify(price),
  }
}
