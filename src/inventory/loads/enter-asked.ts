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
import { findEnteredBefore, type SaidBefore } from './tickets/entered-before.ts'

/** A request as it was sent: its loads, what listeners are told of them, and what it is answered. */
export interface AskedLoads<Answer> extends LoadRequest {
  /** What listeners are told. */
  events: (its: EnteredRequest) => NewEvent[]
  /** What else it changes, once its loads are entered. */
  also?: () => Promise<void>
  /** What it is answered; `before` tells which of its tickets were entered before. */
  answer: (its: EnteredRequest, before: SaidBefore) => Answer
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
  await tell(trx, actor, all)
  const before = await findEnteredBefore(
    trx,
    actor,
    all.flatMap(([, { entered }]) => entered.flatMap(ticketOf)),
  )
  return all.map(([each, its]) => each.answer(its, before))
}

/**
 * The same, each for itself: what is refused of one is taken back, and the others are entered.
 *
 * @returns the answer of each, or why it was refused
 */
export async function enterEachAsked<Answer>(
  trx: Transaction,
  actor: Actor,
  asked: AskedLoads<Answer>[],
  before: SaidBefore,
): Promise<(Answer | Refusal)[]> {
  const all = paired(asked, await enterEach(trx, actor, asked))
  await tell(
    trx,
    actor,
    all.flatMap(([each, its]) => (its instanceof Refusal ? [] : [[each, its] as const])),
  )
  return all.map(([each, its]) => (its instanceof Refusal ? its : each.answer(its, before)))
}

async function tell(
  trx: Transaction,
  actor: Actor,
  all: (readonly [AskedLoads<unknown>, EnteredRequest])[],
): Promise<void> {
  for (const [{ also }] of all) await also?.()
  await appendEvents(
    trx,
    actor,
    all.flatMap(
      ([
        {
          actor: { userId },
          events,
        },
        its,
      ]) => events(its).map((event) => ({ ...event, userId })),
    ),
  )
}

function ticketOf({ load: { says }, id }: EnteredLoad): { id: number; reference: string | null }[] {
  return 'row' in says ? [{ id, reference: says.row.load_reference ?? null }] : []
}
