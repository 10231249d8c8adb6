import type { Beginning } from '../../db/open-transaction.ts'
import { inTransaction, LOOKING_UP_BY_KEY, type Transaction } from '../../db/transaction.ts'
import { Refusal } from '../../kernel/errors.ts'
import { writeAudit, type AuditEntry } from './audit.ts'
import type { BatchedRequest } from './batch.ts'
import { claimWithAnswers, type Claim } from './idempotency.ts'
import { toStoredResponse, type GivenAnswer, type Where, type WriteAnswer } from './execute-idempotent.ts'

// Several requests in one transaction. A transaction costs its statements, whatever they do, its round trips and its place on
// the disk: requests that come at once share all of that.

/** A request that may be stored together with others. */
export interface Member<Input> extends BatchedRequest<Input> {
  /** The things that it changes. */
  touches: unknown[]
  claim: Claim | undefined
  /** Its entry in the audit log, with what it is answered. */
  audit: (result: unknown, now: Date) => AuditEntry[]
  /** Stores it by itself. */
  alone: () => Promise<GivenAnswer>
}

/** Stores what several requests for one organisation ask for, all or none, and says what to answer each. */
export type ExecuteBatch<Input> = (trx: Transaction, asked: BatchedRequest<Input>[]) => Promise<WriteAnswer[]>

/**
 * Groups of one organisation stored at once, and the most requests in a group. PostgreSQL works on a second group while this process
 * reads the answers of the first. More groups are smaller ones, and each costs a transaction. The embedded database does one thing at a
 * time.
 */
const SIZES = {
  postgresql: { groupsAtOnce: 2, membersAtMost: 32 },
  pglite: { groupsAtOnce: 1, membersAtMost: 32 },
}
/** Whatever keeps some waiting, such as a lock that somebody else holds, is not to keep those waiting who do not need it. */
const STUCK_MILLISECONDS = 200

const NOT_WAITING_LONG: Beginning = {
  ...LOOKING_UP_BY_KEY,
  settings: { ...LOOKING_UP_BY_KEY.settings, lock_timeout: `${STUCK_MILLISECONDS}ms` },
}

/**
 * Stores requests one by one while they come one by one. Those for one organisation that come at once, or while others of it are
 * being stored, whoever sends them, are stored together, in one transaction. Whatever keeps a group from being stored, from a refusal of one to a lock that is not
 * to be had, has each of it stored by itself: everybody is answered what the request alone is answered.
 */
export class GroupCommit<Input> {
  readonly #store: ExecuteBatch<Input>
  readonly #where: Where
  readonly #lines = new Map<string, Line<Input>>()

  constructor(store: ExecuteBatch<Input>, where: Where) {
    this.#store = store
    this.#where = where
  }

  /** Answers what the request did, once it is stored. */
  write(member: Member<Input>): Promise<GivenAnswer> {
    const { organisationId } = member.actor
    const line = this.#lines.get(organisationId) ?? this.#openLine(organisationId)
    return line.join(member)
  }

  #openLine(organisationId: string): Line<Input> {
    const line = new Line<Input>({
      ...SIZES[this.#where.database.engine],
      store: (members) => this.#storeGroup(members),
      close: () => this.#lines.delete(organisationId),
    })
    this.#lines.set(organisationId, line)
    return line
  }

  /** Answers everybody; throws nothing. */
  async #storeGroup(members: Waiting<Input>[]): Promise<void> {
    try {
      const answers = members.length > 1 ? await this.#storeTogether(members) : undefined
      const answered = members.map(async ({ alone, resolve, reject }, place) => {
        try {
          resolve(answers?.[place] ?? (await alone()))
        } catch (error) {
          reject(error)
        }
      })
      await Promise.all(answered)
    } catch (error) {
      for (const { reject } of members) reject(error)
    }
  }

  /** Answers undefined where nothing was stored and each is to be tried by itself. */
  async #storeTogether(members: Waiting<Input>[]): Promise<GivenAnswer[] | undefined> {
    const { database, clock } = this.#where
    const now = clock()
    try {
      const answers = await inTransaction(
        database.db,
        async (trx) => {
          const asked = members.map(({ actor, input }) => ({ actor: { ...actor, now }, input }))
          const given = await this.#store(trx, asked)
          claimWithAnswers(trx, claimsOf(members, given), now)
          const entries = members.flatMap(({ audit }, place) => audit(given[place]?.result, now))
          writeAudit(trx, entries)
          return given
        },
        NOT_WAITING_LONG,
      )
      return answers.map((answer) => ({ ...answer, replayed: false }))
    } catch (error) {
      if (isUndone(error)) return undefined
      throw error
    }
  }
}

interface Waiting<Input> extends Member<Input> {
  resolve: (answer: GivenAnswer) => void
  reject: (error: unknown) => void
}

interface LineOptions<Input> {
  groupsAtOnce: number
  membersAtMost: number
  store: (members: Waiting<Input>[]) => Promise<void>
  /** Called when nobody is in it any more. */
  close: () => void
}

/** The requests for one organisation that wait, and the groups of them that are being stored. */
class Line<Input> {
  readonly #options: LineOptions<Input>
  #waiting: Waiting<Input>[] = []
  /** With what they change. */
  readonly #underWay = new Map<Promise<void>, unknown[]>()
  #isServedSoon = false

  constructor(options: LineOptions<Input>) {
    this.#options = options
  }

  join(member: Member<Input>): Promise<GivenAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...member, resolve, reject })
      this.#serveSoon()
    })
  }

  /**
   * Groups the requests of this turn of the event loop and the next. In the next come the requests of callers answered in this one. To wait
   * any longer would cost more than it saves.
   */
  #serveSoon(): void {
    if (this.#isServedSoon) return
    this.#isServedSoon = true
    setImmediate(() =>
      setImmediate(() => {
        this.#isServedSoon = false
        this.#serve()
      }),
    )
  }

  #serve(): void {
    const { groupsAtOnce, store, close } = this.#options
    while (this.#underWay.size < groupsAtOnce) {
      const group = this.#takeGroup()
      if (group.length === 0) break
      const storing = orStuck(store(group))
      this.#underWay.set(
        storing,
        group.flatMap(({ touches }) => touches),
      )
      void storing.then(() => {
        this.#underWay.delete(storing)
        this.#serveSoon()
      })
    }
    if (this.#underWay.size === 0) close()
  }

  /** Those that waited longest, but for what groups under way change: they would only wait for its locks, each on a connection. */
  #takeGroup(): Waiting<Input>[] {
    const busy = new Set([...this.#underWay.values()].flat())
    const free = this.#waiting.filter(({ touches }) => !touches.some((each) => busy.has(each)))
    const group = new Set(free.slice(0, this.#options.membersAtMost))
    this.#waiting = this.#waiting.filter((each) => !group.has(each))
    return [...group]
  }
}

/** Waits for work, or until it is clear that others had better not wait for it. */
async function orStuck(work: Promise<void>): Promise<void> {
  const { promise: stuck, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, STUCK_MILLISECONDS)
  await Promise.race([work, stuck])
  clearTimeout(timer)
}

function claimsOf<Input>(members: Waiting<Input>[], answers: WriteAnswer[]) {
  return members.flatMap(({ claim }, place) => {
    const answer = answers[place]
    return claim && answer ? [{ claim, answer: toStoredResponse(answer) }] : []
  })
}

/** A constraint violated, a collision with another transaction, a lock not had in time. */
const UNDONE = /^(23|40)|^55P03$/

/** True if a transaction that failed like this surely stored nothing, and may go better in parts. */
function isUndone(error: unknown): boolean {
  if (error instanceof Refusal) return true
  return error instanceof Error && 'code' in error && UNDONE.test(String(error.code))
}
