import { anyOf } from '../../../db/any-of.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { nameKey } from '../../../kernel/names.ts'
import type { ImportRequest, Made, Problem, UnderstoodSchema } from '../../../system/imports/imports.ts'
import { findPlacesWithBays } from '../../records/find-places.ts'
import { readOwner } from '../commodity-columns.ts'
import { findOrMakeStores, makeMissingUnits, type MissingOf, type RowMissing } from '../missing.ts'
import { askedPlace, findPlaces, findUnits, type NamedPlace } from '../existing-places.ts'
import { checkPlausible } from '../plausible.ts'
import { understoodWeight } from '../understood.ts'
import type { Message } from '../../../words/catalogue.ts'
import { agreedOf, findAgreed, type AgreedOfRows } from './agreed-of-loads.ts'
import { cropsOfLoad, findCrops, type GrowingCrop } from './crops-of-loads.ts'
import type { LoadRow } from './load-columns.ts'
import { loadRouteOf, type Route, type WeighedLoad } from './load-rules.ts'
import { findParties, type PartiesOfRow } from './parties-of-loads.ts'
import {
  commodityOf,
  figureProblems,
  problemOf,
  readPlaces,
  readWeights,
  readWhen,
  unitOfStore,
  type LoadPlace,
  type NamedPlaces,
} from './read-load.ts'
import { understoodOf, understoodWhen, unkept } from './understood-load.ts'

/** A load with nothing wrong in it, as far as can be told before the loads of earlier rows are there. */
export interface AskedLoad {
  row: LoadRow
  route: Route
  /** When, as the row says it in ISO 8601. */
  said: string
  at: Date
  /** Its true day as the row says it, where the books are closed by then and it is entered later. */
  happened?: string
  /** False where the row names a day alone. */
  hasTime: boolean
  weighed: WeighedLoad
  /** Of a load that comes from, or goes to, a store. */
  store: LoadPlace | undefined
  toStore: LoadPlace | undefined
  field: NamedPlace | undefined
  /** Of a load off a field: the crops that it may have come off. */
  crops: GrowingCrop[]
  parties: PartiesOfRow
  /** Of an intake: the storage contract that the row names. */
  storageContractId: string | undefined
  /** The contract to buy or to sell, and the order, that the row names. */
  tradeId: string | undefined
  orderId: string | undefined
}

/** A row's load or its problems, and the details to report in either case. */
export interface ValidatedLoad {
  row: LoadRow
  load: AskedLoad | undefined
  problems: Problem[]
  reference: string
  understood: UnderstoodSchema
  warnings: Message[]
  /** True if the row names a day and no time. */
  isDayAlone: boolean
  missing: MissingOf
  made: Made[]
}

/** The things that a row names, looked up together with those of the other rows of its step. */
interface Found extends NamedPlaces {
  crops: Map<string, GrowingCrop[]>
  parties: PartiesOfRow
  contracts: Map<string, string>
  agreed: AgreedOfRows
}

function placeRow(row: LoadRow, store: string | undefined, bay: string | undefined) {
  const values = {
    ...(store !== undefined && { store }),
    ...(bay !== undefined && { bay }),
    ...unitOfStore(row.values),
  }
  return { ...row, values }
}

/** Looks up all that rows name, makes what the run may make of it, and judges each row by itself. */
export async function validateLoads(
  trx: Transaction,
  actor: Actor,
  rows: LoadRow[],
  run: ImportRequest,
): Promise<ValidatedLoad[]> {
  const units = await findUnits(trx, actor)
  const missingUnits = await makeMissingUnits(trx, actor, rows, units, run)
  const from = rows.map((row) => placeRow(row, row.values.store, row.values.bay))
  const to = rows.map((row) => placeRow(row, row.values.toStore, row.values.toBay))
  const stores = await findOrMakeStores(trx, actor, from, units, run)
  const toStores = await findOrMakeStores(trx, actor, to, units, run)
  const own = await findPlacesWithBays(trx, actor, idsOf([...stores.places, ...toStores.places]))
  const fields = await findPlaces(
    trx,
    actor,
    'field',
    rows.map(({ values }) => askedPlace(values.field, values.businessUnit, units)),
  )
  const crops = await findCrops(trx, actor, idsOf(fields))
  const parties = await findParties(trx, actor, rows, run)
  const contracts = await findContracts(trx, actor, rows)
  const agreed = await findAgreed(trx, actor, rows)
  return rows.map((row, index) => {
    const found = {
      units,
      own,
      crops,
      contracts,
      agreed,
      stores: stores.places[index] ?? [],
      toStores: toStores.places[index] ?? [],
      fields: fields[index] ?? [],
      parties: parties[index] as PartiesOfRow,
    }
    const before = [missingUnits[index], stores.missing[index], toStores.missing[index]]
    return judge(
      row,
      actor,
      found,
      run,
      before.flatMap((each) => each ?? []),
    )
  })
}

function idsOf(places: NamedPlace[][]): string[] {
  return [...new Set(places.flat().map(({ id }) => id))]
}

/** The storage contracts that rows name by what they are called on paper. */
async function findContracts(
  trx: Transaction,
  { organisationId }: Actor,
  rows: LoadRow[],
): Promise<Map<string, string>> {
  const asked = rows.flatMap(({ values }) => values.contract ?? [])
  if (asked.length === 0) return new Map()
  const found = await trx
    .selectFrom('storage_contracts')
    .select(['id', 'reference'])
    .where('storer_id', '=', organisationId)
    .where((eb) => eb(eb.fn<string>('lower', ['reference']), '=', anyOf(lowered(asked), 'text')))
    .orderBy('created_at')
    .execute()
  return new Map(found.map(({ id, reference }) => [nameKey(reference), id]))
}

function lowered(texts: string[]): string[] {
  return [...new Set(texts.map(nameKey))]
}

function judge(
  row: LoadRow,
  actor: Actor,
  found: Found,
  run: ImportRequest,
  before: RowMissing[],
): ValidatedLoad {
  const { values } = row
  const { parties } = found
  const routed = loadRouteOf(values, !readOwner(values, actor).owned)
  const route = 'route' in routed ? routed.route : undefined
  const problems: Problem[] = 'wrong' in routed ? [problemOf(row, routed.wrong)] : []
  const when = readWhen(row, actor, run)
  const places = readPlaces(row, route, found)
  const weights = readWeights(row, actor)
  const cropsRead =
    values.field !== undefined && places.field && when.at
      ? cropsOfLoad(row, actor, found.crops.get(places.field.id) ?? [], when.at)
      : { crops: [], problems: [] }
  const commodity = commodityOf(row, actor, route)
  const agreed = agreedOf(row, route, parties, { ...found.agreed, contracts: found.contracts })
  const read = [parties, when, places, weights, cropsRead, commodity, agreed]
  problems.push(...read.flatMap((each) => each.problems), ...figureProblems(row))
  const understood = {
    ...commodity.understood,
    ...understoodOf(row, route, places, parties),
    ...understoodWhen(when, actor),
    ...understoodWeight(values.weight ?? values.gross, weights.weighed?.net),
  }
  const looks = checkPlausible(
    row,
    understood,
    actor,
    { confirmed: run.confirmed, isThere: false, before: problems },
    { isLoad: true, columns: { weight: values.weight === undefined ? 'gross' : 'weight' } },
  )
  problems.push(...looks.problems)
  const isGood = problems.length + row.problems.length === 0
  const { said, at, hasTime } = when
  const { weighed } = weights
  const load = isGood &&
    route &&
    at &&
    weighed && {
      row,
      route,
      said,
      at,
      hasTime,
      weighed,
      parties,
      ...places,
      crops: cropsRead.crops,
      storageContractId: agreed.storageContractId,
      tradeId: agreed.tradeId,
      orderId: agreed.orderId,
    }
  return {
    row,
    problems,
    understood,
    reference:
      values.ticket ?? [understood.from, understood.to].filter((part) => part !== undefined).join(' → '),
    warnings: [...when.warnings, ...looks.warnings, ...agreed.warnings, ...unkept(row, route)],
    isDayAlone: at !== undefined && !hasTime,
    missing: [...before.flatMap(({ missing }) => missing), ...missingField(row, found), ...parties.missing],
    made: before.flatMap(({ made }) => made),
    load: load || undefined,
  }
}

function missingField(row: LoadRow, { fields }: Found): MissingOf {
  const { field } = row.values
  return field === undefined || fields.length > 0 ? [] : [{ what: 'fields', name: field, isMade: false }]
}
