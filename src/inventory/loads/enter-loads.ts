import type { Transaction } from '../../db/transaction.ts'
import { attempt } from '../../db/attempt.ts'
import type { Actor } from '../../http/actor.ts'
import { allSettled } from '../../kernel/all-settled.ts'
import { Refusal } from '../../kernel/errors.ts'
import { paired } from '../../kernel/paired.ts'
import { ensureOpen, nextPostingIds, type Posted, type Recount } from '../ledger/ledger.ts'
import type { NamedParty } from '../partners/parties.ts'
import { changeStock, type StockOutcome, type StockStep } from '../stock/change-stock.ts'
import { clearOtherYears } from '../stock/clearings.ts'
import { noteComing } from '../stock/label-changes.ts'
import { presentParcels, type LockedBay, type LockedStock, type Touched } from '../stock/lock-stock.ts'
import { mergeStock, writeParcels, type IncomingStock, type MergeResult } from '../stock/merge-stock.ts'
import { insertChanges } from '../stock/note-change.ts'
import { noteExpiries } from './assured-loads.ts'
import { refuseHeldLoads } from './held-loads.ts'
import { findReservedCuts, leavesReserved } from './reserved-loads.ts'
import { refuseUnfitTrades } from './traded-loads.ts'
import { insertMovements } from './insert-loads.ts'
import { isSampled, movementOf, stockOf, type Load, type NumberedLoad } from './load.ts'
import { LoadContext } from './load-context.ts'
import { baysToWatch, wavesOf } from './plan-loads.ts'
import { stepOf } from './rules.ts'

/** Loads that somebody asks for together: all of them are entered, or none. */
export interface LoadRequest {
  /** Several people of an organisation may ask at once. */
  actor: Actor
  /** Source and destination of each of its loads: locked before it is decided what they do. */
  touched: Touched[]
  /** Parties that its loads name: looked up along with the locks. */
  parties?: NamedParty[]
  /** Number of its loads that were sampled: a sample has a number of its own. */
  samples?: number
  /**
   * Its loads, given what is locked; asked again where others were entered meanwhile. Undefined where they cannot be told before what was
   * worked out ahead of them is stored (`isAsStored`).
   */
  loads: (context: LoadContext) => Promise<Load[] | undefined> | Load[] | undefined
}

/** A load that was entered. */
export interface EnteredLoad extends NumberedLoad {
  /** The counts that it came before, told with the last load that came into their record at once. */
  recounts: Recount[]
}

/** The loads of a request, in its order, and what they did. */
export interface EnteredRequest {
  entered: EnteredLoad[]
  outcome: StockOutcome
  bays: ReadonlyMap<number, LockedBay>
}

/**
 * The one way in which stock comes, goes and moves: as many requests as there are, of one organisation, in the order of their moments. As many
 * as can be worked out ahead, one after the other, are stored in a handful of statements; one that has to see first what others did, or that
 * has more to be told than its own doing, is stored by itself, behind those before it and in the same transaction.
 *
 * @returns what became of each, in their order
 * @throws Refusal as the first that cannot be entered; nothing is changed then
 */
export async function enterLoads(
  trx: Transaction,
  actor: Actor,
  requests: LoadRequest[],
): Promise<EnteredRequest[]> {
  const done = await enterInRounds(trx, actor, requests, (round) => round())
  return requests.map((request) => done.get(request) as EnteredRequest)
}

/**
 * Enters requests as `enterLoads` does, but each for itself: one that is refused is taken back, and the others are entered.
 *
 * @returns for each, what became of it, or why it was refused
 */
export async function enterEach(
  trx: Transaction,
  actor: Actor,
  requests: LoadRequest[],
): Promise<(EnteredRequest | Refusal)[]> {
  const done = await enterInRounds(trx, actor, requests, (round) => attempt(trx, round))
  return requests.map((request) => done.get(request) as EnteredRequest | Refusal)
}

/** Fewest later requests that a round looks at where requests go one by one, so that not all are looked at each time. */
const LEAST_AHEAD = 8

/** Enters requests in as many rounds as it takes; `attempted` answers why a round is refused, or throws it. */
async function enterInRounds<Refused extends Refusal>(
  trx: Transaction,
  actor: Actor,
  requests: LoadRequest[],
  attempted: (round: () => Promise<Round>) => Promise<Round | Refused>,
): Promise<Map<LoadRequest, EnteredRequest | Refused>> {
  const done = new Map<LoadRequest, EnteredRequest | Refused>()
  const numbers = new Numbers()
  let waiting = requests.toSorted((one, other) => earliestOf(one) - earliestOf(other))
  let most = waiting.length
  while (waiting.length > 0) {
    const next = waiting.slice(0, most)
    const round = await attempted(() => enterRound(trx, actor, next, numbers))
    const [first] = next
    if (!(round instanceof Map)) {
      numbers.giveBack()
      // One of those that were stored together, and not the first for sure.
      most = 1
      if (next.length === 1 && first) done.set(first, round)
    } else {
      numbers.keepTaken()
      for (const [request, entered] of round) done.set(request, entered)
      most = round.size === next.length ? most * 2 : Math.max(LEAST_AHEAD, round.size * 2)
    }
    waiting = waiting.filter((request) => !done.has(request))
  }
  return done
}

type Round = Map<LoadRequest, EnteredRequest>

const earliestOf = ({ touched }: LoadRequest) => Math.min(...touched.map(({ at }) => at.getTime()))

type NumbersOfLoad = Pick<NumberedLoad, 'id' | 'sampleId'>

/** The numbers of loads, taken once for all rounds: what one round leaves is for the next, and no number is left out. */
class Numbers {
  #ids: number[] = []
  #taken = 0

  /** Takes as many as are needed for the rest, while the bays are locked: who comes later to a bay gets later numbers. */
  async have(trx: Transaction, count: number): Promise<void> {
    if (this.#ids.length < count) this.#ids = await nextPostingIds(trx, count)
  }

  /** Those of the loads of a request, and of their samples behind them. */
  of(loads: Load[]): NumbersOfLoad[] {
    const ids = loads.map(() => this.#next())
    return paired(loads, ids).map(([load, id]) => ({
      id,
      sampleId: isSampled(load) ? this.#next() : undefined,
    }))
  }

  #next(): number {
    const next = this.#ids[this.#taken++]
    if (next === undefined) throw new Error('a request has more loads, or samples, than it touches')
    return next
  }

  keepTaken(): void {
    this.#ids.splice(0, this.#taken)
    this.#taken = 0
  }

  /** For a round that was taken back. */
  giveBack(): void {
    this.#taken = 0
  }
}

/** Enters the first of some requests, and those after it that can be worked out with it. */
async function enterRound(
  trx: Transaction,
  actor: Actor,
  requests: LoadRequest[],
  numbers: Numbers,
): Promise<Round> {
  const touched = requests.flatMap((request) => request.touched)
  const [context] = await allSettled([
    LoadContext.of(
      trx,
      actor,
      touched,
      requests.flatMap(({ parties = [] }) => parties),
    ),
    numbers.have(
      trx,
      requests.reduce((sum, { touched: own, samples = 0 }) => sum + own.length + samples, 0),
    ),
  ])
  const planned: { request: LoadRequest; numbered: NumberedLoad[] }[] = []
  for (const request of requests) {
    const loads = await loadsAhead(trx, request, context)
    const joined = loads && context.workOut(loads)
    if (!loads || !joined) {
      if (planned.length > 0) break
      if (!loads) throw new Error('the first request of a round has nothing to wait for')
      const ids = new Map(paired(loads, numbers.of(loads)))
      return new Map([[request, await enterByItself(trx, request.actor, loads, ids, context.locked)]])
    }
    const numbered = paired(paired(loads, joined), numbers.of(loads)).map(([[load, parcel], ids]) => ({
      load,
      ...ids,
      joined: parcel,
      recordedBy: request.actor,
    }))
    planned.push({ request, numbered })
  }
  const all = planned.flatMap(({ numbered }) => numbered)
  await writeParcels(trx, actor, context.mixed())
  for (const { load, joined } of all)
    if (load.into && joined) noteComing(trx, actor.now, joined.recordId, load.into.arrival)
  const { outcome } = await changeStock(trx, actor, {
    watched: [],
    locked: context.locked,
    isWorkedOut: true,
    userId: onlyUserOf(all, actor),
    async *plan() {
      yield await insertRows(trx, actor, all)
    },
  })
  const { bays } = context.locked
  return new Map(
    planned.map(({ request, numbered }) => [
      request,
      {
        entered: numbered.map((each) => ({ ...each, recounts: [] })),
        outcome: ownPart(outcome, numbered),
        bays,
      },
    ]),
  )
}

/** The one user who enters all loads; null where there are several. Who may change closed books may do so for nobody else. */
function onlyUserOf(loads: (NumberedLoad & { recordedBy?: Actor })[], actor: Actor): string | null {
  return loads.every(({ recordedBy = actor }) => recordedBy.userId === actor.userId) ? actor.userId : null
}

/** The loads of a request. What is refused behind others is refused in its turn, when these are stored. */
async function loadsAhead(
  trx: Transaction,
  request: LoadRequest,
  context: LoadContext,
): Promise<Load[] | undefined> {
  const { isAsStored } = context
  try {
    const loads = await request.loads(context)
    if (loads) refuseHeldLoads(request.actor, loads, context.locked)
    if (loads) await refuseUnfitTrades(trx, request.actor, loads)
    if (loads) await noteExpiries(trx, request.actor, loads, context.expiring)
    if (!loads || !leavesReserved(request.actor, loads, context.locked)) return loads
    if (!isAsStored) return undefined
    await findReservedCuts(trx, request.actor, loads, context.locked)
    return loads
  } catch (error) {
    if (isAsStored || !(error instanceof Refusal)) throw error
    return undefined
  }
}

/** Returns one request's own part of an outcome, for several requests that have nothing to report but their own effects. */
function ownPart(outcome: StockOutcome, loads: NumberedLoad[]): StockOutcome {
  const recordIds = loads.flatMap(({ load, joined }) => [
    ...(load.stock.source ? [load.stock.source.recordId] : []),
    ...(joined ? [joined.recordId] : []),
  ])
  return { ...outcome, recordIds: [...new Set(recordIds)].sort() }
}

/** Enters the loads of one request, which are judged by all that they do. */
async function enterByItself(
  trx: Transaction,
  actor: Actor,
  loads: Load[],
  ids: ReadonlyMap<Load, NumbersOfLoad>,
  locked: LockedStock,
): Promise<EnteredRequest> {
  const { result, outcome } = await changeStock(trx, actor, {
    watched: baysToWatch(actor, loads, locked),
    locked,
    contractIds: loads.map(({ contractId }) => contractId),
    plan: () => enterWaves(trx, actor, loads, ids, locked),
  })
  return { entered: loads.flatMap((load) => result.get(load) ?? []), outcome, bays: locked.bays }
}

async function* enterWaves(
  trx: Transaction,
  actor: Actor,
  loads: Load[],
  ids: ReadonlyMap<Load, NumbersOfLoad>,
  locked: LockedStock,
): AsyncGenerator<StockStep, Map<Load, EnteredLoad>, Posted> {
  const entered = new Map<Load, EnteredLoad>()
  for (const [index, wave] of wavesOf(loads, locked).entries()) {
    const joined = await joinAll(trx, actor, wave, index === 0 ? locked : undefined)
    const numbered = wave.map((load) => ({
      load,
      id: 0,
      sampleId: undefined,
      ...ids.get(load),
      joined: joined.get(load),
    }))
    const { recounts } = yield await insertRows(trx, actor, numbered)
    for (const [each, own] of paired(numbered, recountsOfEach(numbered, recounts)))
      entered.set(each.load, { ...each, recounts: own })
  }
  return entered
}

/** The parcels that loads join. */
async function joinAll(
  trx: Transaction,
  actor: Actor,
  loads: Load[],
  locked: LockedStock | undefined,
): Promise<Map<Load, MergeResult>> {
  const arriving = loads.flatMap((load) => (load.into ? [{ load, ...load.into }] : []))
  const stock: IncomingStock[] = arriving
  const joined = await mergeStock(trx, actor, stock, locked && presentParcels(locked, stock))
  return new Map(paired(arriving, joined).map(([{ load }, parcel]) => [load, parcel]))
}

/** Writes the rows of loads; answers what the ledger is to be told of them. */
async function insertRows(
  trx: Transaction,
  actor: Actor,
  loads: (NumberedLoad & { recordedBy?: Actor })[],
): Promise<StockStep> {
  const rows = []
  for (const each of loads) rows.push({ each, stock: stockOf(each, await replacedBy(trx, each)) })
  const movements = rows.flatMap(({ each, stock }) => {
    const movement = movementOf(each, stock)
    return movement ? [{ ...movement, recordedBy: each.recordedBy ?? actor }] : []
  })
  const changes = rows.flatMap(({ each: { load, id, joined } }) =>
    'change' in load.says && joined ? [{ id, change: load.says.change(joined) }] : [],
  )
  const unweighed = loads.filter(({ load }) => load.stock.grams === 0)
  if (unweighed.length > 0) await ensureUnweighedOpen(trx, actor, unweighed)
  if (movements.length > 0) await insertMovements(trx, actor, movements)
  if (changes.length > 0)
    await insertChanges(
      trx,
      actor,
      changes.map(({ change }) => change),
      changes.map(({ id }) => id),
    )
  return stepOf(rows.map(({ stock }) => stock))
}

/** The ledger has no entries of loads that nobody has weighed yet, so they are looked at here. */
async function ensureUnweighedOpen(
  trx: Transaction,
  actor: Actor,
  loads: (NumberedLoad & { recordedBy?: Actor })[],
): Promise<void> {
  const earliest = Math.min(...loads.map(({ load }) => load.stock.effectiveAt.getTime()))
  await ensureOpen(trx, { ...actor, userId: onlyUserOf(loads, actor) }, new Date(earliest))
}

/** The parcels of other harvest years that are written off before a load comes into a bay that is said to have been empty. */
async function replacedBy(trx: Transaction, { load }: NumberedLoad): Promise<string[]> {
  const bayId = load.into?.place.bayId ?? null
  if (load.clearsAllBut === null || bayId === null) return []
  return clearOtherYears(trx, { bayId, harvestYear: load.clearsAllBut, at: load.stock.effectiveAt })
}

/** All that comes into a parcel at once changes its counts together: it is said with the last of it, and of what leaves with the last of all. */
function recountsOfEach(wave: NumberedLoad[], recounts: Recount[]): Recount[][] {
  const last = new Map(wave.map(({ joined }, index) => [joined?.recordId, index]))
  const told = Map.groupBy(recounts, ({ recordId }) => last.get(recordId) ?? wave.length - 1)
  return wave.map((_each, index) => told.get(index) ?? [])
}
