import type { FastifyReply, FastifyRequest } from 'fastify'
import { onBehalfOf } from '../../db/pool.ts'
import { FairTurns, NoTurn } from '../../kernel/concurrency.ts'
import { Refusal } from '../../kernel/errors.ts'
import { isWriting, type Operation } from '../operation.ts'
import { whenOver } from '../serve/request-log.ts'
import { message, type Message } from '../../words/catalogue.ts'

/** Counts what each organisation has under way of one kind, so that none takes all that there is of it. */
export class Turns {
  readonly #most: number
  readonly #refusal: (underWay: number) => Message
  readonly #underWay = new Map<string, number>()

  /** @param refusal what is said to an organisation that has so many under way */
  constructor(most: number, refusal: (underWay: number) => Message) {
    this.#most = most
    this.#refusal = refusal
  }

  /** Takes a turn, which ends with the request. @throws Refusal `rate_limited` */
  take({ actor }: FastifyRequest, reply: FastifyReply): void {
    const organisationId = actor?.organisationId ?? ''
    const before = this.#underWay.get(organisationId) ?? 0
    if (before >= this.#most)
      throw new Refusal('rate_limited', this.#refusal(before), { details: { retryAfterSeconds: 5 } })
    this.#underWay.set(organisationId, before + 1)
    whenOver(reply, () => {
      const left = (this.#underWay.get(organisationId) ?? 1) - 1
      if (left > 0) this.#underWay.set(organisationId, left)
      else this.#underWay.delete(organisationId)
    })
  }
}

/** Requests of one organisation worked on at once: enough to occupy a core and a database, and to leave as much to another. */
const AT_ONCE = 2
/** More than the screens and devices of a large merchant ask for at the same moment. */
const MOST_WAITING = 500

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * Shares what the service can do among organisations: of one, a few reads and a few writes are worked on at a time, and the others wait
 * in a line of its own (decision 0036). Those that are stored together are not counted: however many come, they share a transaction.
 */
export class WorkShares {
  readonly #reads = new FairTurns({ inAll: Infinity, ofOne: () => AT_ONCE, waiting: MOST_WAITING })
  readonly #writes = new FairTurns({ inAll: Infinity, ofOne: () => AT_ONCE, waiting: MOST_WAITING })

  /** The handler of an operation, within the share of whoever asks. */
  within(operation: Operation, handler: Handler): Handler {
    const turns = isWriting(operation) ? this.#writes : this.#reads
    return async (request, reply) => {
      const { actor } = request
      if (!actor) return handler(request, reply)
      const end = operation.together ? () => undefined : await take(turns, actor.organisationId)
      try {
        return await onBehalfOf(actor.organisationId, () => handler(request, reply))
      } finally {
        end()
      }
    }
  }
}

async function take(turns: FairTurns, organisationId: string): Promise<() => void> {
  try {
    return await turns.take(organisationId)
  } catch (error) {
    if (!(error instanceof NoTurn)) throw error
    throw new Refusal('rate_limited', message('tooManyAreWaiting', { limit: MOST_WAITING }), {
      details: { retryAfterSeconds: 5 },
    })
  }
}
