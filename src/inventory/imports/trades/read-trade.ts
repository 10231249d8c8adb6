import type { Actor } from '../../../http/actor.ts'
import { nameKey } from '../../../kernel/names.ts'
import { message } from '../../../words/catalogue.ts'
import { problemAt, type Problem, type UnderstoodSchema } from '../../../system/imports/imports.ts'
import type { NamedParties, Party } from '../../partners/parties.ts'
import type { CreateTradeBody } from '../../trades/schema.ts'
import type { TradeStatus, Window } from '../../trades/rules.ts'
import { readCommodity } from '../commodity-columns.ts'
import type { NamedPlace } from '../existing-places.ts'
import type { MissingOf } from '../missing.ts'
import { readKilograms } from '../read-kilograms.ts'
import { statedWords, understoodCommodity, understoodWeight } from '../understood.ts'
import {
  readDecimal,
  deliveryChoices,
  kindChoices,
  optionChoices,
  priceKindChoices,
  priceUnitChoices,
  sideChoices,
  tradeStatusChoices,
} from './trade-choices.ts'
import type { TradeRow } from './trade-columns.ts'
import { readChoice, readPartner, readStore } from './trade-parts.ts'

/** A contract as its rows say it: what they leave out is not in the body. */
export interface ReadTrade {
  rows: TradeRow[]
  /** Those of its windows, in the order of the body. */
  windowRows: TradeRow[]
  body: CreateTradeBody
  status: TradeStatus | undefined
  party: Party | undefined
  problems: Map<TradeRow, Problem[]>
  missing: MissingOf
  understood: UnderstoodSchema[]
  reference: string
}

/** Columns in which each row of a contract says something of its own. */
const OF_WINDOWS = new Set(['from', 'to', 'windowWeight'])

/** Key of the contract that a row is about: rows with the same key are its windows. */
export function tradeKey({ values, number }: TradeRow): string {
  const { trade, kind = '', reference, partnerReference, partner, partnerId } = values
  if (trade !== undefined) return `id ${trade.toLowerCase()}`
  if (reference !== undefined) return `${nameKey(kind)} our ${nameKey(reference)}`
  if (partnerReference !== undefined)
    return `${nameKey(kind)} ${nameKey(partner ?? partnerId ?? '')} their ${nameKey(partnerReference)}`
  return `row ${number}`
}

/** Reads the rows of one contract together; every fault of every row at once. */
export function readTrade(
  rows: [TradeRow, ...TradeRow[]],
  actor: Actor,
  found: { parties: NamedParties; stores: NamedPlace[]; makesPartners: boolean },
): ReadTrade {
  const [first] = rows
  const problems = new Map<TradeRow, Problem[]>(rows.map((row) => [row, []]))
  const blame = (row: TradeRow, its: Problem[]) => problems.get(row)?.push(...its)
  const whole = mergedRow(rows, blame)
  const kind = readChoice(whole, 'kind', kindChoices, actor)
  const status = readChoice(whole, 'status', tradeStatusChoices, actor)
  const partner = readPartner(whole, found.parties, found.makesPartners)
  const store = readStore(whole, found.stores)
  const { variety: varieties, ...grain } = whole.values
  const commodity = readCommodity({ ...whole, values: grain }, actor, { mayBeMixed: true, mayBeAny: true })
  const agreed = readAgreed(whole, actor)
  const amounts = readAmounts(rows, whole, actor, blame)
  blame(first, [
    ...[kind, status, partner, store, commodity, agreed].flatMap((each) => each.problems),
    ...(partner.named.id === undefined && partner.named.name === undefined
      ? [problemAt(whole, 'partner', message('isNeeded', {}), 'required')]
      : []),
  ])
  const { id, type, grade, tags } = commodity.commodity
  const { values } = whole
  return {
    rows,
    windowRows: amounts.windowRows,
    problems,
    status: status.code,
    party: partner.party,
    missing: partner.missing,
    reference: values.reference ?? values.partnerReference ?? values.partner ?? '',
    body: {
      kind: kind.code ?? 'sale',
      partner: partner.named,
      commodity: { id, type, ...(grade !== undefined && { grade }), tags: tags ?? [] },
      weight: amounts.weight,
      ...(values.reference !== undefined && { reference: values.reference }),
      ...(values.partnerReference !== undefined && { partnerReference: values.partnerReference }),
      ...(varieties !== undefined && { varieties }),
      ...(values.harvestYear !== undefined && { harvestYear: values.harvestYear }),
      ...(amounts.windows.length > 0 && { windows: amounts.windows }),
      ...agreed.body,
      ...((agreed.delivery !== undefined || store.store) && {
        delivery: {
          ...(agreed.delivery !== undefined && { terms: agreed.delivery }),
          ...(store.store && { storageId: store.store.id }),
        },
      }),
      ...(values.notes !== undefined && { notes: values.notes }),
    },
    understood: rows.map((row) => ({
      ...(commodity.isKnown ? understoodCommodity(actor, commodity.commodity, values.harvestYear) : {}),
      ...statedWords({
        partner: partner.party?.name ?? values.partner,
        store: store.store?.name,
        date: row.values.from,
      }),
      ...understoodWeight(
        row.values.windowWeight ?? (row === first ? row.values.weight : undefined),
        amounts.ofRow.get(row),
      ),
    })),
  }
}

/** The contract with its windows in the order in which those of the same days are kept, since loads name them by their place. */
export function inOrderOf(read: ReadTrade, there: Window[]): ReadTrade {
  const windows = (read.body.windows ?? []).map((window, index) => ({ window, row: read.windowRows[index] }))
  const placeOf = ({ window: { fromISO, toISO } }: (typeof windows)[number]) => {
    const place = there.findIndex(({ firstDay, lastDay }) => firstDay === fromISO && lastDay === toISO)
    return place < 0 ? there.length : place
  }
  const ordered = windows.toSorted((one, other) => placeOf(one) - placeOf(other))
  if (ordered.length === 0) return read
  return {
    ...read,
    windowRows: ordered.flatMap(({ row }) => row ?? []),
    body: { ...read.body, windows: ordered.map(({ window }) => window) },
  }
}

/** The rows as one: what the first of them says of the contract. A row that says otherwise is blamed. */
function mergedRow(
  rows: [TradeRow, ...TradeRow[]],
  blame: (row: TradeRow, problems: Problem[]) => void,
): TradeRow {
  const [first, ...others] = rows
  const values: Record<string, unknown> = { ...first.values }
  const whose: Record<string, number> = Object.fromEntries(
    Object.keys(values).map((name) => [name, first.number]),
  )
  for (const row of others)
    for (const [name, value] of Object.entries(row.values)) {
      if (OF_WINDOWS.has(name) || value === undefined) continue
      if (values[name] === undefined) {
        values[name] = value
        whose[name] = row.number
      } else if (nameKey(JSON.stringify(values[name])) !== nameKey(JSON.stringify(value)))
        blame(row, [
          problemAt(
            row,
            name,
            message('isOtherwiseInRow', { row: whose[name] ?? first.number }),
            'contradiction',
          ),
        ])
    }
  return { ...first, values }
}

type Blame = (row: TradeRow, problems: Problem[]) => void

/** The weight of the contract and its windows: one window may leave its weight to the contract, and the contract its own to the windows. */
function readAmounts(rows: TradeRow[], whole: TradeRow, actor: Actor, blame: Blame) {
  const commodityId = readCommodity(
    { ...whole, values: { commodity: whole.values.commodity ?? '' } },
    actor,
    { mayBeAny: true },
  ).commodity.id
  const [first] = rows
  const own = readKilograms(whole, 'weight', actor, commodityId)
  if (first) blame(first, own.problems)
  const withDays = rows.filter(
    ({ values }) => values.from !== undefined || values.to !== undefined || values.windowWeight !== undefined,
  )
  const ofRow = new Map<TradeRow, number | undefined>()
  const windows = withDays.map((row) => {
    const { values } = row
    const its = readKilograms(row, 'windowWeight', actor, commodityId)
    const kilograms =
      its.kilograms ??
      (withDays.length === 1 && values.windowWeight === undefined ? own.kilograms : undefined)
    const missing = (['from', 'to'] as const).filter(
      (column) => values[column] === undefined && !isBlamed(row, column),
    )
    blame(row, [
      ...its.problems,
      ...missing.map((column) => problemAt(row, column, message('isNeeded', {}), 'required')),
      ...(kilograms === undefined && its.problems.length === 0 && !isBlamed(row, 'windowWeight')
        ? [problemAt(row, 'windowWeight', message('isNeeded', {}), 'required')]
        : []),
    ])
    ofRow.set(row, kilograms)
    return {
      fromISO: values.from ?? '2000-01-01',
      toISO: values.to ?? values.from ?? '2000-01-01',
      weight: kilograms ?? 0.001,
    }
  })
  const sum = withDays.reduce((grams, row) => grams + Math.round((ofRow.get(row) ?? 0) * 1000), 0) / 1000
  const weight = own.kilograms ?? (sum > 0 ? sum : undefined)
  if (weight === undefined && first && !isBlamed(whole, 'weight') && own.problems.length === 0)
    blame(first, [problemAt(first, 'weight', message('isNeeded', {}), 'required')])
  if (withDays.length === 0 && first) ofRow.set(first, weight)
  const another = rows.find((row) => row !== first && !withDays.includes(row))
  if (another) blame(another, [problemAt(another, 'from', message('isNeeded', {}), 'required')])
  return { weight: weight ?? Math.max(sum, 1), windows, windowRows: withDays, ofRow }
}

function isBlamed(row: TradeRow, name: string): boolean {
  const header = row.header.places.find((place) => place.name === name)?.header
  return header !== undefined && row.problems.some(({ column }) => column === header)
}

/** Terms that are words or figures of their own: tolerance, whose figures are final, price. */
function readAgreed(whole: TradeRow, actor: Actor) {
  const { values } = whole
  const option = readChoice(whole, 'toleranceOption', optionChoices, actor)
  const delivery = readChoice(whole, 'delivery', deliveryChoices, actor)
  const weightFinal = readChoice(whole, 'weightFinal', sideChoices, actor)
  const qualityFinal = readChoice(whole, 'qualityFinal', sideChoices, actor)
  const price = readPrice(whole, actor)
  const isTolerance = values.tolerance !== undefined || option.code !== undefined
  const isFinal = weightFinal.code !== undefined || qualityFinal.code !== undefined
  const body: Partial<CreateTradeBody> = {
    ...(isTolerance && {
      tolerance: { percentage: values.tolerance ?? 0, ...(option.code && { option: option.code }) },
    }),
    ...(isFinal && {
      final: {
        ...(weightFinal.code && { weight: weightFinal.code }),
        ...(qualityFinal.code && { quality: qualityFinal.code }),
      },
    }),
    ...(price.price && { price: price.price }),
  }
  const problems = [option, delivery, weightFinal, qualityFinal, price].flatMap((each) => each.problems)
  return { body, delivery: delivery.code, problems }
}

function readPrice(whole: TradeRow, actor: Actor): { price: CreateTradeBody['price']; problems: Problem[] } {
  const { values } = whole
  const kind = readChoice(whole, 'priceKind', priceKindChoices, actor)
  const unit = readChoice(whole, 'priceUnit', priceUnitChoices, actor)
  const amount = values.price === undefined ? undefined : readDecimal(values.price)
  const problems = [
    ...kind.problems,
    ...unit.problems,
    ...(values.price !== undefined && amount === undefined
      ? [problemAt(whole, 'price', message('isNoAmount', {}), 'invalid')]
      : []),
  ]
  const isSaid = values.price !== undefined || kind.code !== undefined
  if (!isSaid) return { price: undefined, problems }
  return {
    problems,
    price: {
      kind: kind.code ?? 'fixed',
      ...(amount !== undefined && { amount }),
      ...(values.currency !== undefined && { currency: values.currency.toUpperCase() }),
      ...(unit.code !== undefined && { unit: unit.code }),
    },
  }
}
