import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { paired } from '../../kernel/paired.ts'
import { appendEvents, type NewEvent } from '../../system/events/append-event.ts'
import {
  enterEach,
  enterLoads,
  type EnteredLoad,
  type EnteredRequest,
  type LoadRequest,
} from './enter-loads.ts'
import type { NamedParty } from '../partners/parties.ts'
import type { LoadContext } from './load-context.ts'
import { distinctExpiries, messageOfExpiry } from './assured-loads.ts'
import { findOverfilled } from './traded-loads.ts'
import { findEnteredBefore, type EarlierEntry } from './tickets/entered-before.ts'

/** A request as it was sent: its loads, what listeners are told of them, and what it is answered. */
export interface AskedLoads<Answer> extends LoadRequest {
  /** Builds the events for listeners. */
  events: (its: EnteredRequest) => NewEvent[]
  /** Makes its other changes, once its loads are entered. */
  also?: () => Promise<void>
  /** Builds the response; `before` finds which of its tickets were entered before. */
  answer: (its: EnteredRequest, before: EarlierEntry) => Answer
}

/** A request that is found out when what it touches is locked, and those ahead of it are known. */
interface Later<Found, Answer> extends Pick<LoadRequest, 'actor' | 'touched' | 'samples'> {
  /** Parties that it names. */
  parties: NamedParty[]
  /** Resolves the request; undefined for as long as that is not possible. */
  ask: (context: LoadContext) => Promise<AskedLoads<Found> | undefined>
  /** Builds the response, in place of the resolved request's own. */
  answer: (found: Found) => Answer
}

/**
 * Makes a request of one that is found out later: once each partner that it names is known, or nothing is ahead of it. So a new partner is kept
 * with the load that names it, and goes with it if that is refused.
 */
export function askedLater<Found, Answer>({
  ask,
  answer,
  ...request
}: Later<Found, Answer>): AskedLoads<Answer> {
  let found: AskedLoads<Found> | undefined
  const asked = () => {
    if (!found) throw new Error('a request was entered that was not asked for')
    return found
  }
  return {
    ...request,
    async loads(context) {
      if (!request.parties.every((each) => context.mayResolve(each))) return undefined
      found = await ask(context)
      return found?.loads(context)
    },
    events: (its) => asked().events(its),
    also: async () => asked().also?.(),
    answer: (its, before) => answer(asked().answer(its, before)),
  }
}

/** Returns the request with another response. */
export function answering<Found, Answer>(
  asked: AskedLoads<Found>,
  answer: (found: Found, its: EnteredRequest) => Answer,
): AskedLoads<Answer> {
  return { ...asked, answer: (its, before) => answer(asked.answer(its, before), its) }
}

/** A request of which it is known that it is refused; it is, in its turn. */
export function refusing<Answer>(actor: Actor, refusal: Refusal): AskedLoads<Answer> {
  const refuse = () => {
    throw refusal
  }
  return { actor, touched: [], loads: refuse, events: refuse, answer: refuse }
}

/**
 * Enters what several people of an organisation ask for, as if they had come one after the other, and tells of it: all of it, or nothing.
 *
 * @returns the answer of each
 * @throws Refusal as `enterLoads`
 */
export async function enterAsked<Answer>(
  trx: Transaction,
  actor: Actor,
  asked: AskedLoads<Answer>[],
): Promise<Answer[]> {
  if (asked.length === 0) return []
  const all = paired(asked, await enterLoads(trx, actor, asked))
  await appendAllEvents(trx, actor, all)
  const before = await findBefore(trx, actor, all)
  return all.map(([each, its]) => each.answer(its, before))
}

/**
 * Enters requests as `enterAsked` does, but each for itself: one that is refused is taken back, and the others are entered.
 *
 * @param given which tickets were entered before, where the caller knows
 * @returns the answer of each, or why it was refused
 */
export async function enterEachAsked<Answer>(
  trx: Transaction,
  actor: Actor,
  asked: AskedLoads<Answer>[],
  given?: EarlierEntry,
): Promise<(Answer | Refusal)[]> {
  const all = paired(asked, await enterEach(trx, actor, asked))
  const entered = all.flatMap(([each, its]) => (its instanceof Refusal ? [] : [[each, its] as const]))
  await appendAllEvents(trx, actor, entered)
  const before = given ?? (await findBefore(trx, actor, entered))
  return all.map(([each, its]) => (its instanceof Refusal ? its : each.answer(its, before)))
}

async function appendAllEvents(
  trx: Transaction,
  actor: Actor,
  all: (readonly [AskedLoads<unknown>, EnteredRequest])[],
): Promise<void> {
  for (const [{ also }] of all) await also?.()
  const events = all.flatMap(([asked, its]) =>
    asked.events(its).map((event) => ({ ...event, userId: asked.actor.userId })),
  )
  await appendEvents(trx, actor, events)
}

/** Which tickets of what was entered were entered before, and which contracts have too much by it. */
async function findBefore(
  trx: Transaction,
  actor: Actor,
  all: (readonly [unknown, EnteredRequest])[],
): Promise<EarlierEntry> {
  const loads = all.flatMap(([, { entered }]) => entered)
  const before = await findEnteredBefore(trx, actor, loads.flatMap(ticketOf))
  const overfilled = await findOverfilled(trx, actor, loads)
  const reservedOf = (ids: readonly number[]) =>
    loads.flatMap(({ id, load }) => (ids.includes(id) ? (load.warnings ?? []) : []))
  const expiriesOf = (ids: readonly number[]) =>
    distinctExpiries(loads.flatMap(({ id, load }) => (ids.includes(id) ? (load.expiries ?? []) : [])))
  return (ids) => {
    const { sameTickets, warnings } = before(ids)
    const expiries = expiriesOf(ids)
    const said = expiries.map(messageOfExpiry)
    return { sameTickets, expiries, warnings: [...warnings, ...overfilled(ids), ...reservedOf(ids), ...said] }
  }
}

function ticketOf({ load: { says }, id }: EnteredLoad): { id: number; reference: string | null }[] {
  return 'row' in says ? [{ id, reference: says.row.load_reference ?? null }] : []
}
