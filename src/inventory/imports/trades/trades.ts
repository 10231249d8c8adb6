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
  type Problem,
} from '../../../system/imports/imports.ts'
import { NamedParties } from '../../partners/parties.ts'
import { changeTrade, setTradeStatus } from '../../trades/change-trade.ts'
import { createTrade } from '../../trades/create-trade.ts'
import { changedTerms } from '../../trades/history.ts'
import type { StoredTrade } from '../../trades/lock-trade.ts'
import type { TradeStatus } from '../../trades/rules.ts'
import { CreateTradeBody } from '../../trades/schema.ts'
import { resolveTradeTerms, type TradeTerms } from '../../trades/terms.ts'
import { askedPlace, findPlaces } from '../existing-places.ts'
import { bodyCheck, refusedRow, rowNotEntered } from '../validate-rows.ts'
import { findNumberedTrades, findUnnumberedTrades, isNumber } from './known-trades.ts'
import { inOrderOf, readTrade, tradeKey, type ReadTrade } from './read-trade.ts'
import { isSameDecimal } from './trade-choices.ts'
import { tradeFileColumns, type TradeRow } from './trade-columns.ts'
import { blameFaults, columnOfTerm } from './trade-faults.ts'
import { namedPartner, numbersOf } from './trade-parts.ts'

/**
 * Contracts to buy and to sell: a row for each window, or one for a contract without any. A contract is known again by its id or its number, ours or
 * theirs, and one without a number by all that it says. All rows of a contract are entered together, or none.
 */
export const tradesImport: ImportKind<typeof tradeFileColumns> = {
  kind: 'trades',
  columns: tradeFileColumns,
  tables: ['trades', 'trade_windows', 'trade_changes'],
  takesUpdates: true,
  begin(run) {
    const file: File = { run, rows: new Map(), outcomes: new Map() }
    return {
      look(row) {
        if (!row.isReadable || isAside(row, run)) return [row.number]
        const key = tradeKey(row)
        const its = file.rows.get(key)
        if (its) its.push(row)
        else file.rows.set(key, [row])
        return [its?.[0]?.number ?? row.number, row.number]
      },
      store: (trx, actor, rows) => storeTrades(trx, actor, rows, file),
    }
  },
}

/** The rows of each contract of a file, and the outcomes of those that were entered, by their numbers. */
interface File {
  run: ImportRequest
  rows: Map<string, TradeRow[]>
  outcomes: Map<number, Outcome>
}

function isAside({ aside, number }: TradeRow, { confirmed }: ImportRequest): boolean {
  return aside !== undefined && !confirmed.has(number)
}

async function storeTrades(trx: Transaction, actor: Actor, rows: TradeRow[], file: File): Promise<Outcome[]> {
  const { run } = file
  const numbers = new Set(rows.map(({ number }) => number))
  // The rows of a contract follow each other: what began in an earlier step was entered there.
  const contracts = [...file.rows.values()].flatMap(([first, ...others]) =>
    first && numbers.has(first.number) ? [[first, ...others] as [TradeRow, ...TradeRow[]]] : [],
  )
  const firsts = contracts.map(([first]) => first)
  const parties = await NamedParties.of(trx, actor, firsts.map(namedPartner))
  const stores = await findPlaces(
    trx,
    actor,
    'store',
    firsts.map(({ values }) => askedPlace(values.store, undefined, new Map())),
  )
  const known = await findNumberedTrades(
    trx,
    actor,
    numbersOf(
      firsts,
      firsts.map(({ values }) => values.trade),
    ),
  )
  for (const [index, its] of contracts.entries()) {
    const found = { parties, stores: stores[index] ?? [], makesPartners: run.creates.has('partners') }
    const read = readTrade(its, actor, found)
    const outcomes = await enterTrade(trx, actor, read, known, run)
    for (const [place, row] of its.entries()) {
      const outcome = outcomes[place]
      if (outcome) file.outcomes.set(row.number, outcome)
    }
  }
  return rows.map((row) => (isAside(row, run) ? isLeftOut(row) : outcomeAt(row, file)))
}

function outcomeAt({ number }: TradeRow, { outcomes }: File): Outcome {
  const outcome = outcomes.get(number)
  if (!outcome) throw new Error('a row of a contract has no outcome')
  return outcome
}

const faultsOf = bodyCheck(CreateTradeBody)

/** Enters a contract, or finds or corrects the one that it is. Answers an outcome for each of its rows. */
async function enterTrade(
  trx: Transaction,
  actor: Actor,
  said: ReadTrade,
  known: StoredTrade[],
  run: ImportRequest,
): Promise<Outcome[]> {
  const there = await knownTrade(trx, actor, said, known)
  if (there instanceof Refusal) return outcomesOf(said, { refusal: there })
  const read = inOrderOf(said, there?.terms.windows ?? [])
  const { body, party } = read
  const shape = faultsOf(body)
  blameFaults(read, shape)
  const terms = await termsOf(trx, actor, read, shape, there)
  if (terms instanceof Refusal) blameFaults(read, terms.faults)
  if (isWrong(read)) return outcomesOf(read, {})
  if (terms instanceof Refusal || !terms) return outcomesOf(read, { refusal: terms })
  if (there) {
    const changed = differencesOf(read, there, terms)
    const result = await attempt(trx, () =>
      correct(trx, actor, read, there, { changed, run, partnerId: party?.id }),
    )
    return outcomesOf(read, result instanceof Refusal ? { refusal: result } : { ...result, changed })
  }
  const made = await attempt(trx, () => create(trx, actor, read))
  return outcomesOf(read, made instanceof Refusal ? { refusal: made } : { id: made, status: 'success' })
}

const isWrong = ({ rows, problems }: ReadTrade) =>
  rows.some((row) => row.problems.length + (problems.get(row)?.length ?? 0) > 0)

/** The contract that rows are about; undefined for a new one, and a refusal where they may mean several. */
async function knownTrade(
  trx: Transaction,
  actor: Actor,
  read: ReadTrade,
  known: StoredTrade[],
): Promise<StoredTrade | Refusal | undefined> {
  const { rows, body, party } = read
  const { trade, reference, partnerReference } = rows[0]?.values ?? {}
  const byId = known.find(({ id }) => id === trade?.toLowerCase())
  if (byId) return byId
  const ofKind = known.filter(({ kind }) => kind === body.kind)
  const isTheirs = ({ partner_id: id }: StoredTrade) => id === party?.id
  const found =
    reference === undefined
      ? ofKind.filter((each) => isTheirs(each) && isNumber(each.terms.partner_reference, partnerReference))
      : ofKind.filter(({ terms }) => isNumber(terms.reference, reference))
  const [first, another] = found.some(isTheirs) ? found.filter(isTheirs) : found
  if (first && another)
    return new Refusal(
      'already_exists',
      message('contractsHaveNumber', { number: reference ?? partnerReference ?? '' }),
    )
  if (first || reference !== undefined || partnerReference !== undefined || !party) return first
  for (const each of await findUnnumberedTrades(trx, actor, party.id)) {
    const { body: its } = inOrderOf(read, each.terms.windows)
    const terms = each.kind === body.kind && (await attempt(trx, () => resolve(trx, actor, its, each.terms)))
    if (terms && !(terms instanceof Refusal) && changedTerms(named(each.terms), named(terms)).length === 0)
      return each
  }
  return undefined
}

const named = (terms: TradeTerms) => ({ partnerName: '', terms })

function resolve(
  trx: Transaction,
  actor: Actor,
  { kind: _kind, partner: _partner, status: _status, ...body }: CreateTradeBody,
  agreed: TradeTerms | undefined,
): Promise<TradeTerms> {
  return resolveTradeTerms(
    trx,
    actor,
    { ...body, ...(body.price && { price: asStored(body.price, agreed?.price) }) },
    { ...(agreed && { agreed }), others: [] },
  )
}

/** The price as it is stored already, where only its zeros differ. */
function asStored(
  price: NonNullable<CreateTradeBody['price']>,
  stored: TradeTerms['price'] | undefined,
): NonNullable<CreateTradeBody['price']> {
  const { amount } = price
  const before = stored?.amount
  return amount && before && isSameDecimal(amount, before) ? { ...price, amount: before } : price
}

/** The terms that the rows make; undefined where they cannot be told, for what is wrong with their shape. */
async function termsOf(
  trx: Transaction,
  actor: Actor,
  { body }: ReadTrade,
  shape: { path: string }[],
  there: StoredTrade | undefined,
): Promise<TradeTerms | Refusal | undefined> {
  const wrong = new Set(shape.map(({ path }) => path.split(/[.[]/)[0] ?? ''))
  if (wrong.has('weight') || wrong.has('commodity')) return undefined
  const sound = Object.fromEntries(
    Object.entries(body).filter(([name]) => !wrong.has(name)),
  ) as CreateTradeBody
  return attempt(trx, () => resolve(trx, actor, sound, there?.terms))
}

/** Names of the terms in which the rows differ from the contract that is there. */
function differencesOf({ party, body, status }: ReadTrade, there: StoredTrade, terms: TradeTerms): string[] {
  const isOther = (party?.id ?? body.partner.name) !== there.partner_id
  const fields = changedTerms(named(there.terms), named(terms))
    .map(({ field }) => field)
    // It was found by them, whatever their case.
    .filter((field) => field !== 'reference' || !isNumber(there.terms.reference, body.reference ?? undefined))
  return [
    ...(there.kind === body.kind ? [] : ['kind']),
    ...(isOther ? ['partner'] : []),
    ...fields,
    ...(status === undefined || status === there.status ? [] : ['status']),
  ]
}

const isBegun = (status: TradeStatus) => status === 'draft' || status === 'confirmed'

async function create(trx: Transaction, actor: Actor, { body, status }: ReadTrade): Promise<string> {
  const id = await createTrade(trx, actor, { ...body, status: status === 'draft' ? 'draft' : 'confirmed' })
  if (status !== undefined && !isBegun(status))
    await setTradeStatus(trx, actor, id, { status, reason: BY_FILE })
  return id
}

/** Reason in the history of what a file has changed. */
export const BY_FILE = 'Import'

interface Correcting {
  changed: string[]
  run: ImportRequest
  partnerId: string | undefined
}

async function correct(
  trx: Transaction,
  actor: Actor,
  { body, status }: ReadTrade,
  { id }: StoredTrade,
  { changed, run }: Correcting,
): Promise<{ id: string; status: 'changed' | 'unchanged' | 'differs' }> {
  if (changed.length === 0) return { id, status: 'unchanged' }
  if (!run.mayUpdate || changed.includes('kind')) return { id, status: 'differs' }
  const { kind: _kind, status: _status, partner, ...terms } = body
  await changeTrade(trx, actor, id, {
    ...terms,
    ...(changed.includes('partner') && { partner }),
    reason: BY_FILE,
  })
  if (status !== undefined) await setTradeStatus(trx, actor, id, { status, reason: BY_FILE })
  return { id, status: 'changed' }
}

/** The outcome of a contract, for all of its rows. */
interface Result {
  id?: string
  status?: 'success' | 'changed' | 'unchanged' | 'differs'
  refusal?: Refusal | undefined
  changed?: string[]
}

function outcomesOf(read: ReadTrade, { id, status, refusal, changed = [] }: Result): Outcome[] {
  if (refusal && refusal.code === 'invalid_input') blameFaults(read, refusal.faults)
  const { rows, problems, reference } = read
  const wrong = rows.filter((row) => row.problems.length + (problems.get(row)?.length ?? 0) > 0)
  const columns = [
    ...new Set(changed.map((field) => headerOf(rows[0] as TradeRow, columnOfTerm(field)) || field)),
  ]
  return rows.map((row, place): Outcome => {
    const more = {
      understood: read.understood[place] ?? {},
      missing: place === 0 ? read.missing : [],
    }
    const its: Problem[] = problems.get(row) ?? []
    if (wrong.includes(row)) return { ...more, ...refusedRow(row, its, reference) }
    if (wrong.length > 0) {
      const said = message('otherRowsAreWrong', { rows: wrong.map(({ number }) => number) })
      return { ...more, status: 'validation', reference, problems: [], message: [said] }
    }
    if (refusal || id === undefined || status === undefined)
      return { ...more, ...rowNotEntered(refusal, reference) }
    if (status === 'differs') {
      const said = message('contractDiffers', { columns })
      return { ...more, status: 'error', reference, problems: [], message: [said], code: 'already_exists' }
    }
    const summary =
      status === 'success'
        ? message('contractWasEntered', {})
        : status === 'changed'
          ? message('contractWasCorrected', { columns })
          : message('contractWasThere', {})
    // A contract that has ended was entered first, and ended then.
    const details = { changes: read.status === undefined || isBegun(read.status) ? 1 : 2 }
    const made = status === 'success' && place === 0 ? [{ kind: 'trade', subject: id, details }] : []
    return { ...more, status, id, reference, summary, made }
  })
}
