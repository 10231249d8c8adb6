import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fault, Refusal, refuseFaults, type Fault } from '../kernel/errors.ts'
import { whenOver } from './when-over.ts'

/** Of texts that cannot be kept, so many are named. */
const MAX_FAULTS = 1000

/**
 * Refuses what no operation can take, before anything else reads it: text that a database cannot keep, with a NUL or with half of a
 * character.
 *
 * @param value a query, the fields of a form, or a body that `json-body.ts` has let through
 */
export function checkTexts(value: unknown): void {
  refuseFaults(textFaultsOf(value))
}

/** The texts in a value that no database can keep. */
export function textFaultsOf(value: unknown): Fault[] {
  const faults: Fault[] = []
  collectTextFaults('', value, faults)
  return faults
}

function collectTextFaults(path: string, value: unknown, faults: Fault[]): void {
  if (faults.length === MAX_FAULTS) return
  if (typeof value === 'string') faults.push(...textFaults(path, value))
  else if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) collectTextFaults(`${path}[${index}]`, each, faults)
  } else if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value)) {
    for (const [key, each] of Object.entries(value))
      collectTextFaults(path === '' ? key : `${path}.${key}`, each, faults)
  }
}

/** What is wrong with the body sent to an operation that takes none: unknown fields, all of them (domain.md §9). Nothing, and `{}`, are fine. */
export function noBodyFaults(body: unknown): Fault[] {
  if (body === undefined) return []
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return [fault('', 'takes no body, or an empty object', 'type')]
  const unknown = Object.keys(body).slice(0, MAX_FAULTS)
  return unknown.map((name) => fault(name, 'is not a field of this operation', 'additionalProperties'))
}

function textFaults(path: string, text: string): Fault[] {
  if (text.includes('\0')) return [fault(path, 'must not contain a NUL character', 'nul')]
  return text.isWellFormed()
    ? []
    : [fault(path, 'must not contain half of a surrogate pair', 'malformed_text')]
}

/** Ends the connection of whoever sends a body other than an upload for longer than this. */
export function limitBodyTime(app: FastifyInstance, milliseconds: number): void {
  app.addHook('preParsing', async ({ raw, routeOptions }, _reply, payload) => {
    if (raw.complete || routeOptions.config.operation?.upload) return payload
    const timer = setTimeout(() => void (raw.complete || raw.destroy()), milliseconds).unref()
    raw.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
    return payload
  })
}

/**
 * Lets in whom `admit` lets in, and counts whom it refuses: the limit of requests knows people by good credentials, so it comes
 * after them, and would never hear of the others.
 *
 * @throws what `admit` throws, or, beyond the limit, that there were too many requests
 */
export async function countingRefused(
  request: FastifyRequest,
  reply: FastifyReply,
  admit: () => Promise<void>,
): Promise<void> {
  try {
    await admit()
  } catch (error) {
    const { server } = request
    // Not there where the service runs without a limit.
    if (server.hasDecorator('rateLimit')) await server.rateLimit().call(server, request, reply)
    throw error
  }
}

/** Counts what each organisation has under way of one kind, so that none takes all that there is of it. */
export class Turns {
  readonly #most: number
  readonly #say: (underWay: number) => string
  readonly #underWay = new Map<string, number>()

  /** @param say what an organisation is told that has so many under way */
  constructor(most: number, say: (underWay: number) => string) {
    this.#most = most
    this.#say = say
  }

  /** Takes a turn, which ends with the request. @throws Refusal `rate_limited` */
  take({ actor }: FastifyRequest, reply: FastifyReply): void {
    const organisationId = actor?.organisationId ?? ''
    const before = this.#underWay.get(organisationId) ?? 0
    if (before >= this.#most)
      throw new Refusal('rate_limited', this.#say(before), { details: { retryAfterSeconds: 5 } })
    this.#underWay.set(organisationId, before + 1)
    whenOver(reply, () => {
      const left = (this.#underWay.get(organisationId) ?? 1) - 1
      if (left > 0) this.#underWay.set(organisationId, left)
      else this.#underWay.delete(organisationId)
    })
  }
}

/** One organisation may fill a disk and a line this many times at once, and no more. */
const MAX_UPLOADS_AT_ONCE = 8

/** The uploads that each organisation has under way. */
export function uploadTurns(): Turns {
  return new Turns(
    MAX_UPLOADS_AT_ONCE,
    (underWay) =>
      `Your organisation is sending ${underWay} files just now. Send the next one when one of them is there.`,
  )
}
