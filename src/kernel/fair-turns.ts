/** How many have their turn at once. */
export interface Shares {
  inAll: number
  /** Of one, however many it asks for. */
  ofOne: (who: string) => number
  /** How many of one wait at most. */
  waiting?: number
  /** How long one waits at most. */
  milliseconds?: number | undefined
}

/** Thrown where one waited too long, or where too many of one wait. */
export class NoTurn extends Error {}

/**
 * Gives turns to work that is done on behalf of somebody: so many in all, so many of each. What is beyond that waits in a line of
 * each one's own, and the lines are served in rotation: whoever asks for one thing waits for one of each of the others, and not for
 * all that the others have asked for.
 *
 * @example
 * const end = await turns.take(organisationId)
 * try { await work() } finally { end() }
 */
export class FairTurns {
  readonly #shares: Shares
  readonly #underWay = new Map<string, number>()
  /** In the order in which they are served next. */
  readonly #lines = new Map<string, Set<() => void>>()
  #all = 0

  constructor(shares: Shares) {
    this.#shares = shares
  }

  /**
   * Waits for a turn. @returns what ends it, to be called once
   *
   * @throws NoTurn
   */
  async take(who: string): Promise<() => void> {
    if (this.#isFree(who) && !this.#lines.has(who)) this.#begin(who)
    else await this.#waitInLine(who)
    return () => this.#end(who)
  }

  #isFree(who: string): boolean {
    const { inAll, ofOne } = this.#shares
    return this.#all < inAll && (this.#underWay.get(who) ?? 0) < ofOne(who)
  }

  #begin(who: string): void {
    this.#all += 1
    this.#underWay.set(who, (this.#underWay.get(who) ?? 0) + 1)
  }

  #waitInLine(who: string): Promise<void> {
    const { waiting = Infinity, milliseconds } = this.#shares
    const line = this.#lines.get(who) ?? new Set()
    if (line.size >= waiting) throw new NoTurn('too many are waiting')
    this.#lines.set(who, line)
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        line.delete(begin)
        if (line.size === 0) this.#lines.delete(who)
        reject(new NoTurn('timeout exceeded while waiting for a turn'))
      }
      const timer = milliseconds === undefined ? undefined : setTimeout(giveUp, milliseconds)
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      line.add(begin)
    })
  }

  #end(who: string): void {
    this.#all -= 1
    const left = (this.#underWay.get(who) ?? 1) - 1
    if (left > 0) this.#underWay.set(who, left)
    else this.#underWay.delete(who)
    this.#serve()
  }

  #serve(): void {
    for (const [who, line] of this.#lines) {
      const [next] = line
      if (!next || !this.#isFree(who)) continue
      line.delete(next)
      // To the end of the rotation.
      this.#lines.delete(who)
      if (line.size > 0) this.#lines.set(who, line)
      this.#begin(who)
      next()
      return
    }
  }
}
