import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/errors.ts'
import { whenOver } from '../serve/when-over.ts'

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
