import { setImmediate as endOfTurn } from 'node:timers/promises'

/**
 * Does at most so many pieces of work at once; what comes beyond that waits, in the order in which it came.
 *
 * @example
 * const examining = new AtMost(2)
 * const verdict = await examining.run(() => examine(file))
 */
export class AtMost {
  readonly #most: number
  #underWay = 0
  readonly #waiting: (() => void)[] = []

  constructor(most: number) {
    this.#most = most
  }

  /** Number of pieces that wait. */
  get waiting(): number {
    return this.#waiting.length
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#underWay < this.#most) this.#underWay += 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Handed on: whoever comes just now must not take the place of who waits.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#underWay -= 1
    }
  }
}

/** Limits on how many have their turn at once. */
export interface Shares {
  inAll: number
  /** Of one, however many it asks for. */
  ofOne: (who: string) => number
  /** Most that may wait for one. */
  waiting?: number
  /** Longest time that one waits. */
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
   * @param signal aborted when nobody wants the work any more: the line is left, with the reason
   * @throws NoTurn
   */
  async take(who: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (this.#isFree(who) && !this.#lines.has(who)) this.#begin(who)
    else await this.#waitInLine(who, signal)
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

  #waitInLine(who: string, signal?: AbortSignal): Promise<void> {
    const { waiting = Infinity, milliseconds } = this.#shares
    const line = this.#lines.get(who) ?? new Set()
    if (line.size >= waiting) throw new NoTurn('too many are waiting')
    this.#lines.set(who, line)
    return new Promise((resolve, reject) => {
      const leave = (reason: unknown) => {
        settle()
        line.delete(begin)
        if (line.size === 0) this.#lines.delete(who)
        reject(reason)
      }
      const giveUp = () => leave(new NoTurn('timeout exceeded while waiting for a turn'))
      const onAbort = () => leave(signal?.reason)
      const timer = milliseconds === undefined ? undefined : setTimeout(giveUp, milliseconds)
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const begin = () => {
        settle()
        resolve()
      }
      signal?.addEventListener('abort', onAbort)
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

/**
 * Answers together what is asked in the same turn of the event loop; who asks the same shares an answer. It is looked up when the turn ends,
 * so that an answer is never older than its question.
 *
 * @example
 * const bins = new AskedTogether<number, Row>((numbers) => readBins([...numbers.values()]))
 * const row = await bins.ask('bin 7', 7)
 */
export class BatchedLookup<Question, Answer> {
  readonly #answer: (questions: ReadonlyMap<string, Question>) => Promise<ReadonlyMap<string, Answer>>
  /** Questions that wait for the end of this turn; undefined where nobody has asked in it. */
  #turn: { questions: Map<string, Question>; answers: Promise<ReadonlyMap<string, Answer>> } | undefined

  /** @param answer gives, by their names, the answers to questions; none to one that has none */
  constructor(answer: (questions: ReadonlyMap<string, Question>) => Promise<ReadonlyMap<string, Answer>>) {
    this.#answer = answer
  }

  /** Questions of one name have to be all the same. */
  async ask(name: string, question: Question): Promise<Answer | undefined> {
    this.#turn ??= this.#begin()
    this.#turn.questions.set(name, question)
    return (await this.#turn.answers).get(name)
  }

  #begin() {
    const questions = new Map<string, Question>()
    return { questions, answers: this.#answerAtTheEnd(questions) }
  }

  async #answerAtTheEnd(questions: ReadonlyMap<string, Question>): Promise<ReadonlyMap<string, Answer>> {
    await endOfTurn()
    this.#turn = undefined
    return this.#answer(questions)
  }
}

const LONGEST_TURN_MILLISECONDS = 10

/**
 * Counts how long work has gone on without a pause, for work that is done in pieces of its own.
 *
 * @example for (const piece of pieces) { read(piece); await turn.endIfLong() }
 */
export class Turn {
  #begun = performance.now()

  /** Serves others first where the turn has lasted long enough. */
  async endIfLong(): Promise<void> {
    if (performance.now() - this.#begun < LONGEST_TURN_MILLISECONDS) return
    await endOfTurn()
    this.#begun = performance.now()
  }
}

/**
 * Does long work in turns with whatever else the process has to do: one request that takes seconds to work out must not keep
 * all others waiting for as long. The work yields where it may be interrupted.
 *
 * @example const { records } = await inTurns(composing(entries))
 */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  const turn = new Turn()
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await turn.endIfLong()
  }
}

/**
 * Does a thing once for all who want it: whoever comes while it is under way shares the next time with the others who wait. So however many
 * come, two are under way at most, one after the other, and an answer is never older than its question.
 *
 * @example const last = await numberings.share(organisationId, () => numberEvents(db, organisationId))
 */
export class SharedWork<Result> {
  readonly #underWay = new Map<string, Promise<Result>>()
  readonly #next = new Map<string, Promise<Result>>()

  /** Shares work under a name: all who use one name have to want the same work. Anything it throws reaches all who share it. */
  async share(name: string, work: () => Promise<Result>): Promise<Result> {
    const next = this.#next.get(name)
    if (next) return next
    const before = this.#underWay.get(name)
    if (!before) return this.#begin(name, work)
    const after = this.#beginAfter(before, name, work)
    this.#next.set(name, after)
    return after
  }

  #begin(name: string, work: () => Promise<Result>): Promise<Result> {
    const underWay = work().finally(() => this.#underWay.delete(name))
    this.#underWay.set(name, underWay)
    return underWay
  }

  async #beginAfter(before: Promise<Result>, name: string, work: () => Promise<Result>): Promise<Result> {
    await before.catch(() => undefined)
    this.#next.delete(name)
    return this.#begin(name, work)
  }
}
