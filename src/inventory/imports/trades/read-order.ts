import type { Actor } from '../../../http/actor.ts'
import { message } from '../../../words/catalogue.ts'
import { commodityProblem, findCommodityNamed } from '../../../system/commodities/names.ts'
import { readType } from '../../../system/commodities/read-type.ts'
import { problemAt, type Problem, type UnderstoodSchema } from '../../../system/imports/imports.ts'
import type { CreateOrderBody } from '../../orders/schema.ts'
import type { OrderStatus } from '../../orders/rules.ts'
import type { NamedParties, Party } from '../../partners/parties.ts'
import type { PlaceWithBays } from '../../records/find-places.ts'
import type { StoredTrade } from '../../trades/lock-trade.ts'
import { takesLoads } from '../../trades/rules.ts'
import type { NamedPlace } from '../existing-places.ts'
import type { MissingOf } from '../missing.ts'
import { readBay } from '../read-bay.ts'
import { readKilograms } from '../read-kilograms.ts'
import { statedWords, understoodCommodity, understoodWeight } from '../understood.ts'
import { isNumber } from './known-trades.ts'
import { kindChoices, orderStatusChoices } from './trade-choices.ts'
import type { OrderFileRow } from './trade-columns.ts'
import { readChoice, readPartner, readStore } from './trade-parts.ts'

/** An order as its row says it: what it leaves out is not in the body. */
export interface ReadOrder {
  row: OrderFileRow
  body: CreateOrderBody
  status: OrderStatus | undefined
  /** The partner that it is with, by its contract or by itself; undefined where nobody is known yet. */
  partnerId: string | undefined
  problems: Problem[]
  missing: MissingOf
  understood: UnderstoodSchema
  reference: string
}

/** Things that rows name, looked up together. */
export interface FoundForOrders {
  parties: NamedParties
  makesPartners: boolean
  stores: NamedPlace[]
  own: Map<string, PlaceWithBays>
  trades: StoredTrade[]
}

/** Reads the row of an order; every fault at once. */
export function readOrder(row: OrderFileRow, actor: Actor, found: FoundForOrders): ReadOrder {
  const { values } = row
  const kind = readChoice(row, 'kind', kindChoices, actor)
  const status = readChoice(row, 'status', orderStatusChoices, actor)
  const partner = readPartner(row, found.parties, found.makesPartners && values.trade === undefined)
  const contract = readContract(row, found.trades, kind.code, partner.party)
  const grain = readGrain(row, actor)
  const place = readPlaces(row, found)
  const weight = readKilograms(row, 'weight', actor, grain.commodity?.id)
  const loads = readCount(row)
  const { trade } = contract
  const itself = values.trade === undefined
  return {
    row,
    status: status.code,
    partnerId: trade?.partner_id ?? partner.party?.id,
    missing: itself ? partner.missing : [],
    reference: values.reference ?? values.partnerReference ?? trade?.name ?? values.partner ?? '',
    problems: [
      ...[kind, status, contract, grain, place, weight, loads].flatMap((each) => each.problems),
      ...(itself
        ? [...partner.problems, ...neededAlone(row)]
        : otherThan(row, contract.trade, {
            kind: kind.code,
            partner: partner.party,
            commodityId: grain.commodity?.id,
          })),
    ],
    understood: {
      ...(grain.commodity ? understoodCommodity(actor, { ...grain.commodity, tags: [] }, undefined) : {}),
      ...statedWords({
        partner: trade?.partnerName ?? partner.party?.name ?? values.partner,
        store: place.store?.name,
        date: values.from,
      }),
      ...understoodWeight(values.weight, weight.kilograms),
    },
    body: {
      ...(trade && { tradeId: trade.id }),
      ...(itself && {
        kind: kind.code ?? 'sale',
        partner: partner.named,
        commodity: grain.commodity ?? { id: 1, type: 0 },
      }),
      ...(values.reference !== undefined && { reference: values.reference }),
      ...(values.partnerReference !== undefined && { partnerReference: values.partnerReference }),
      ...(weight.kilograms !== undefined && { weight: weight.kilograms }),
      ...(loads.count !== undefined && { loads: loads.count }),
      ...(values.from !== undefined && { fromISO: values.from }),
      ...(values.to !== undefined && { toISO: values.to }),
      ...(values.haulier !== undefined && { haulier: values.haulier }),
      ...(values.vehicles !== undefined && { vehicles: values.vehicles }),
      ...(place.body && { place: place.body }),
      ...(values.instructions !== undefined && { instructions: values.instructions }),
    },
  }
}

/** Columns without which an order that has no contract says too little. */
function neededAlone(row: OrderFileRow): Problem[] {
  const { kind, partner, partnerId, commodity } = row.values
  const missing = [
    ...(kind === undefined ? ['kind'] : []),
    ...(partner === undefined && partnerId === undefined ? ['partner'] : []),
    ...(commodity === undefined ? ['commodity'] : []),
  ]
  return missing.map((column) => problemAt(row, column, message('orderNeedsIt', {}), 'required'))
}

interface Said {
  kind: string | undefined
  partner: Party | undefined
  commodityId: number | undefined
}

/** A row that names a contract may repeat what that says, and not say otherwise. */
function otherThan(
  row: OrderFileRow,
  trade: StoredTrade | undefined,
  { kind, partner, commodityId }: Said,
): Problem[] {
  if (!trade) return []
  const { values } = row
  const isOtherPartner = partner
    ? partner.id !== trade.partner_id
    : values.partner !== undefined && !isNumber(trade.partnerName, values.partner)
  const others = [
    ...(kind !== undefined && kind !== trade.kind ? ['kind'] : []),
    ...(isOtherPartner ? [values.partner === undefined ? 'partnerId' : 'partner'] : []),
    ...(commodityId !== undefined && commodityId !== trade.terms.commodity_id ? ['commodity'] : []),
  ]
  return others.map((column) =>
    problemAt(row, column, message('isOtherThanContract', { contract: trade.name }), 'contradiction'),
  )
}

/** The contract that a row names by our number or theirs: one that takes loads goes first. */
function readContract(
  row: OrderFileRow,
  trades: StoredTrade[],
  kind: string | undefined,
  partner: Party | undefined,
): { trade: StoredTrade | undefined; problems: Problem[] } {
  const said = row.values.trade
  if (said === undefined) return { trade: undefined, problems: [] }
  const named = trades.filter(
    ({ id, terms, ...each }) =>
      (id === said.toLowerCase() ||
        isNumber(terms.reference, said) ||
        isNumber(terms.partner_reference, said)) &&
      (kind === undefined || each.kind === kind) &&
      (partner === undefined || each.partner_id === partner.id),
  )
  const running = named.filter(({ status }) => takesLoads(status))
  const [trade, another] = running.length > 0 ? running : named
  if (trade && !another) return { trade, problems: [] }
  const reason = trade ? message('isContractOfSeveral', {}) : message('isNoContractHere', {})
  return { trade: undefined, problems: [problemAt(row, 'trade', reason, trade ? 'ambiguous' : 'unknown')] }
}

function readGrain(
  row: OrderFileRow,
  actor: Actor,
): { commodity: { id: number; type: number } | undefined; problems: Problem[] } {
  const { commodity } = row.values
  const found = commodity === undefined ? undefined : findCommodityNamed(commodity, actor.countryISO)
  const { type, problems } = readType(row, actor, found)
  return {
    commodity: found && { id: found.commodity.id, type: type?.id ?? 0 },
    problems: [
      ...(commodity !== undefined && !found
        ? [problemAt(row, 'commodity', commodityProblem(commodity, actor), 'unknown')]
        : []),
      ...problems,
    ],
  }
}

function readPlaces(row: OrderFileRow, { stores, own }: FoundForOrders) {
  const { values } = row
  const { store, problems } = readStore(row, stores)
  const place = store && own.get(store.id)
  const bays = (values.bays ?? []).map((bay) => {
    const read = readBay({ ...row, values: { bays: bay } }, 'bays', place)
    const alone = place === undefined && store === undefined && values.store === undefined
    return alone
      ? { bay: undefined, problems: [problemAt(row, 'bays', message('needsStore', {}), 'required')] }
      : read
  })
  const ids = bays.flatMap(({ bay }) => bay?.id ?? [])
  const isSaid = store !== undefined || values.address !== undefined || values.openingHours !== undefined
  return {
    store,
    problems: [...problems, ...bays.flatMap((each) => each.problems)],
    body: isSaid && {
      ...(store && { storageId: store.id }),
      ...(values.bays !== undefined && store && { bayIds: ids }),
      ...(values.address !== undefined && { address: values.address }),
      ...(values.openingHours !== undefined && { openingHours: values.openingHours }),
    },
  }
}

function readCount(row: OrderFileRow): { count: number | undefined; problems: Problem[] } {
  const said = row.values.loads
  if (said === undefined) return { count: undefined, problems: [] }
  const [, digits] = /^(\d{1,6})(?:[.,]0+)?$/.exec(said.replaceAll(/\s/g, '')) ?? []
  return digits === undefined
    ? { count: undefined, problems: [problemAt(row, 'loads', message('isNoCount', {}), 'invalid')] }
    : { count: Number(digits), problems: [] }
}
