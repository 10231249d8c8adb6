import type { Static } from 'typebox'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { allSettled } from '../../kernel/all-settled.ts'
import { asRefusal, fault, invalidInput, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { paired } from '../../kernel/paired.ts'
import { askLoads } from '../harvest/add-loads.ts'
import { lookUpPlans } from '../harvest/resolve-loads.ts'
import { askMovements } from '../movements/create-movements.ts'
import { askIntake } from '../movements/intakes/ask-intake.ts'
import { findPlacesNamed } from '../movements/intakes/validate-record.ts'
import { requestOfMany, requestOfOne } from '../movements/movement-request.ts'
import { ensureMayAdjust } from '../records/ensure-may-adjust.ts'
import { remarksOnIntake, type Arrived } from '../stock/effects.ts'
import { distinctExpiries } from '../loads/assured-loads.ts'
import { explainedDayAlone } from '../loads/dates.ts'
import { answering, enterAsked, enterEachAsked, refusing, type AskedLoads } from '../loads/enter-asked.ts'
import type { EnteredRequest } from '../loads/enter-loads.ts'
import {
  faultOfLoad,
  harvestBodyOf,
  intakeBodyOf,
  kindOfLoad,
  movementBodyOf,
  movementsBodyOf,
  type ListedLoadKind,
} from './bodies-of-load.ts'
import { message } from '../../words/catalogue.ts'
import { errorBodyOf } from '../../http/errors.ts'
import type { ListedLoad, EnterLoadsResult, LoadInput } from './schema.ts'
import { paragraph, render, type Reader } from '../../words/render.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'

/** Loads of any kind that one request enters, each in the words of the list. */

type Answer = Static<typeof EnterLoadsResult>

/**
 * Enters loads of any kind in the order of their moments: all, or none.
 *
 * @throws Refusal every fault of all loads at once, by their places in the list; otherwise as the first that cannot be entered
 */
export async function enterList(trx: Transaction, actor: Actor, loads: LoadInput[]): Promise<Answer> {
  const named = loads.map((load) => nameLoad(actor, load))
  const asked = await askList(trx, named)
  const [only, another] = asked
  // Of one by itself it is clear whose the fault is.
  const entered =
    only && !another
      ? await enterAsked(trx, actor, [only]).catch((error: unknown) => [asRefusal(error)])
      : await enterEachAsked(trx, actor, asked)
  refuseAll(withPlaces(named, entered))
  return listed(
    entered.filter((each): each is ListedLoad => !(each instanceof Refusal)),
    actor,
  )
}

/** Enters the loads of a list, each for itself: one that is refused has its refusal in its place. */
export async function enterEachOfList(trx: Transaction, actor: Actor, loads: LoadInput[]): Promise<Answer> {
  const named = loads.map((load) => nameLoad(actor, load))
  const entered = await enterEachAsked(trx, actor, await askList(trx, named))
  return listed(
    withPlaces(named, entered).map((each) => (each instanceof Refusal ? refusedLoad(each, actor) : each)),
    actor,
  )
}

/** The single loads of several requests, as if they had come one after the other. */
export async function enterSingles(
  trx: Transaction,
  asked: { actor: Actor; loads: LoadInput[] }[],
): Promise<Answer[]> {
  const [first] = asked
  if (!first) return []
  const named = asked.flatMap(({ actor, loads }) => loads.map((load) => nameLoad(actor, load)))
  const entered = await enterAsked(trx, first.actor, await askList(trx, named))
  // The one load of each request says what there is to say.
  return entered.map((each) => listed([each], first.actor))
}

/** A load, and what it is; or why that cannot be told. */
interface NamedLoad {
  actor: Actor
  load: LoadInput
  kind: ListedLoadKind | Refusal
}

function nameLoad(actor: Actor, load: LoadInput): NamedLoad {
  try {
    return { actor, load, kind: kindOfLoad(load) }
  } catch (error) {
    return { actor, load, kind: asRefusal(error) }
  }
}

function listed(loads: ListedLoad[], reader: Reader): Static<typeof EnterLoadsResult> {
  const entered = loads.filter(({ status }) => status === 'success').length
  const refused = loads.length - entered
  const summary = render(message('loadsWereEntered', { entered, refused }), reader)
  const ids = loads.flatMap(({ movements }) => movements.map(({ id }) => id))
  return {
    status: 'success',
    message: loads.length === 1 ? (loads[0]?.message ?? summary) : summary,
    ids,
    loads,
  }
}

function refusedLoad(refusal: Refusal, actor: Actor): ListedLoad {
  const { stack: _none, ...body } = errorBodyOf(refusal, actor)
  return { ...body, movements: [] }
}

/** @throws Refusal where any is refused: every fault of all of them, or else the first in its place */
function refuseAll(entered: (ListedLoad | Refusal)[]): void {
  const refused = [...entered.entries()].flatMap(([place, each]) =>
    each instanceof Refusal ? [{ place, refusal: each }] : [],
  )
  const [first] = refused
  if (!first) return
  const faults = refused.flatMap(({ refusal }) => refusal.faults)
  if (faults.length > 0) throw invalidInput(faults)
  const { code, said, details } = first.refusal
  const count = entered.length
  const ofList = count === 1 ? said : message('ofLoad', { place: first.place + 1, count, refusal: said })
  throw new Refusal(code, ofList, { details: { ...details, load: first.place } })
}

/** Puts the faults of each refused load at their places in the list; entered loads stay as they are. */
function withPlaces(named: NamedLoad[], entered: (ListedLoad | Refusal)[]): (ListedLoad | Refusal)[] {
  return paired(named, entered).map(([{ actor, load, kind }, each], place) => {
    if (!(each instanceof Refusal)) return each
    const refusal = explainedDayAlone(actor, [load.dateISO], each)
    const faults =
      kind instanceof Refusal ? refusal.faults : refusal.faults.map((own) => faultOfLoad(kind, load, own))
    const inList = faults.map((own) => ({ ...own, path: `loads[${place}].${own.path}` }))
    const { code, said, details } = refusal
    return code === 'invalid_input' && inList.length > 0
      ? invalidInput(inList)
      : new Refusal(code, said, { faults: inList, details })
  })
}

/** So many movements are made by one request, as by `POST /movements/bulk`. */
const MOST_PARTS = 1000

function ensureFew(named: NamedLoad[]): void {
  const count = named.reduce((sum, { load: { parts } }) => sum + (parts?.length ?? 1), 0)
  if (count <= MOST_PARTS) return
  const tooMany = message('hasTooManyPartsTogether', { limit: MOST_PARTS, count })
  refuseFaults([fault('loads', tooMany, 'maxItems')])
}

/** Prepares the request of each load of a list, with all that they name looked up together; one at fault is refused in its turn. */
async function askList(trx: Transaction, named: NamedLoad[]): Promise<AskedLoads<ListedLoad>[]> {
  const [first] = named
  if (!first) return []
  ensureFew(named)
  const of = (wanted: ListedLoadKind) => named.flatMap(({ load, kind }) => (kind === wanted ? [load] : []))
  const planOf = ({ from: { harvestPlanId } }: LoadInput) => harvestPlanId ?? ''
  const [own, plans] = await allSettled([
    findPlacesNamed(trx, first.actor, of('intake').map(intakeBodyOf)),
    lookUpPlans(
      trx,
      first.actor,
      of('harvest').map((load) => ({ planId: planOf(load), body: harvestBodyOf(load, undefined) })),
    ),
  ])
  const ask = async ({ actor, load, kind }: NamedLoad): Promise<AskedLoads<ListedLoad>> => {
    if (kind instanceof Refusal) throw kind
    if (kind === 'intake') {
      if (load.adjustToZero) ensureMayAdjust(actor)
      const asked = askIntake(trx, actor, intakeBodyOf(load), own)
      return answering(asked, (entered, its) => enteredLoad(actor, its, entered))
    }
    if (kind === 'harvest') {
      const planId = planOf(load)
      const body = harvestBodyOf(load, plans.plans.get(planId)?.plan)
      const asked = await askLoads(trx, { actor, planId, body }, plans)
      return answering(asked, (brought, its) => enteredLoad(actor, its, brought))
    }
    const request = load.parts
      ? requestOfMany(actor, movementsBodyOf(load))
      : requestOfOne(actor, movementBodyOf(load))
    const [asked] = await askMovements(trx, actor, [request])
    if (!asked) throw new Error('a movement was asked for, and not answered')
    return answering(asked, ({ message, conflicts, beforeCounts, sameTickets, expiries }, its) => ({
      status: 'success',
      message,
      movements: movementsOf(its),
      ...(conflicts && { conflicts }),
      ...(beforeCounts && { beforeCounts }),
      ...(sameTickets && { sameTickets }),
      ...(expiries && { expiries }),
    }))
  }
  const asked: AskedLoads<ListedLoad>[] = []
  for (const each of named)
    asked.push(await ask(each).catch((error: unknown) => refusing<ListedLoad>(each.actor, asRefusal(error))))
  return asked
}

function movementsOf({ entered }: EnteredRequest): ListedLoad['movements'] {
  return entered.map(({ id, load: { stock }, joined }) => ({
    id: String(id),
    recordId: stock.source?.recordId ?? joined?.recordId ?? '',
    destinationRecordId: joined?.recordId ?? null,
  }))
}

/** Describes a load that came into bays, with the remarks on it. */
function enteredLoad(actor: Actor, its: EnteredRequest, arrived: Arrived[]): ListedLoad {
  const grams = its.entered.reduce((sum, { load }) => sum + load.stock.grams, 0)
  const bays = its.entered.map(({ load }) => its.bays.get(load.into?.place.bayId ?? 0))
  const places = [...new Set(bays.flatMap((bay) => (bay ? `${bay.storageName}, ${bay.name}` : [])))]
  const remarks = paired(its.entered, arrived).map(([{ load }, each]) =>
    remarksOnIntake(actor, load.stock.effectiveAt, each),
  )
  const conflicts = remarks.flatMap((each) => each.conflicts ?? [])
  const beforeCounts = remarks.flatMap((each) => each.beforeCounts ?? [])
  const tickets = remarks.flatMap((each) => each.sameTickets ?? [])
  // The parts of a lorry have one ticket.
  const sameTickets = [...new Map(tickets.map((each) => [each.movementId, each])).values()]
  const expiries = distinctExpiries(remarks.flatMap((each) => each.expiries ?? []))
  const said = [...new Set(remarks.flatMap((each) => each.message ?? []))]
  const stored = message('loadStored', { weight: kilogramsFromGrams(grams), places })
  return {
    status: 'success',
    message: paragraph([stored, ...said], actor),
    movements: movementsOf(its),
    ...(conflicts.length > 0 && { conflicts }),
    ...(beforeCounts.length > 0 && { beforeCounts }),
    ...(sameTickets.length > 0 && { sameTickets }),
    ...(expiries.length > 0 && { expiries }),
  }
}
