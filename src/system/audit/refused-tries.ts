import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { DatabaseLog } from '../../db/log.ts'
import type { Tables } from '../../db/tables.ts'
import { auditOfRefusal, writeAuditAlone, type AuditEntry, type AuditNote } from '../../http/write/audit.ts'
import type { Operation } from '../../http/operation.ts'
import type { ServeOptions } from '../../http/serve/serve-options.ts'
import { NIL_ID } from '../../kernel/ids.ts'
import { networkOf } from '../access/sign-in-limits.ts'
import { emailOf, nameOfUser } from '../access/users.ts'

/** Entries of one network in a minute, and of all together; what is beyond is counted. */
const MOST_OF_NETWORK = 10
const MOST_OF_ALL = 300
const MINUTE_MS = 60_000
/** Somebody who belongs to more is told of in the logs of these. */
const MOST_ORGANISATIONS = 5

interface Options {
  db: Kysely<Tables>
  log: Pick<DatabaseLog, 'warn'>
}

/** A minute, with what was written of it and what was only counted. */
interface Minute {
  beganAt: number
  written: number
  byNetwork: Map<string, number>
  counted: number
}

/**
 * Writes tries to get in that were refused into the audit log of whoever they were made on. So many of a network and minute are written one by one;
 * a flood is counted, and stands in the log of the installation as one entry for each minute.
 */
export class RefusedTries {
  readonly #options: Options
  #minute: Minute = newMinute(0)
  #timer: NodeJS.Timeout | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Writes one, and throws nothing: it must not stand between the caller and the refusal. */
  async note(
    operation: Operation,
    request: Parameters<NonNullable<ServeOptions['onRefusedTry']>>[1],
    { code, now }: { code: string; now: Date },
  ): Promise<void> {
    const { db, log } = this.#options
    try {
      await this.#turn(now)
      if (!this.#isRoom(networkOf(request.ip))) return
      const note = request.actor ? {} : await this.#whoIsMeant(request.body)
      await writeAuditAlone(db, auditOfRefusal(operation, request, { now, note, code }))
    } catch (error) {
      log.warn({ err: error }, 'a refused sign-in could not be written into the audit log')
    }
  }

  /** Writes what was only counted, also where nobody tries any more. */
  async flush(now: Date): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const { counted, beganAt } = this.#minute
    this.#minute = newMinute(now.getTime())
    if (counted > 0) await writeAuditAlone(this.#options.db, [floodEntry(counted, new Date(beganAt))])
  }

  async #turn(now: Date): Promise<void> {
    const age = now.getTime() - this.#minute.beganAt
    if (age < 0 || age >= MINUTE_MS) await this.flush(now)
  }

  #isRoom(network: string): boolean {
    const minute = this.#minute
    const ofNetwork = minute.byNetwork.get(network) ?? 0
    const isRoom = ofNetwork < MOST_OF_NETWORK && minute.written < MOST_OF_ALL
    if (isRoom) {
      minute.byNetwork.set(network, ofNetwork + 1)
      minute.written++
    } else {
      minute.counted++
      this.#flushLater()
    }
    return isRoom
  }

  #flushLater(): void {
    const { log } = this.#options
    this.#timer ??= setTimeout(() => {
      const ended = new Date(this.#minute.beganAt + MINUTE_MS)
      void this.flush(ended).catch((error: unknown) =>
        log.warn({ err: error }, 'refused sign-ins were not counted'),
      )
    }, MINUTE_MS).unref()
  }

  /** Finds whose account was tried, and so in whose logs it stands. An e-mail that nobody has may be a password, and is kept as a hash. */
  async #whoIsMeant(body: unknown): Promise<AuditNote> {
    const typed = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined
    if (typeof typed !== 'string') return {}
    const email = emailOf(typed)
    const { rows } = await sql<{ id: string; name: string; organisations: string[] }>`
      select u.id, ${nameOfUser('u')} as name, array(
        select organisation_id::text from memberships where user_id = u.id order by created_at limit ${MOST_ORGANISATIONS}
      ) as organisations
      from users u where u.email = ${email}`.execute(this.#options.db)
    const [user] = rows
    if (!user) return { subjectId: `email ${createHash('sha256').update(email).digest('hex').slice(0, 16)}` }
    const { organisations } = user
    return {
      subjectId: user.id,
      after: { name: user.name },
      ...(organisations.length > 0 && { organisationIds: organisations }),
    }
  }
}

function newMinute(beganAt: number): Minute {
  return { beganAt, written: 0, byNetwork: new Map(), counted: 0 }
}

/** An entry of many tries: whose they were is in none of them, for it would be thousands. */
function floodEntry(count: number, at: Date): AuditEntry {
  return {
    organisationId: NIL_ID,
    at: at.toISOString(),
    actor: 'nobody',
    actorId: null,
    actorName: '',
    address: '',
    userAgent: '',
    requestId: '',
    category: 'access',
    deed: 'identity.refusedSignIns',
    subjectKind: 'sign-in',
    subjectId: '',
    outcome: 'refused',
    before: null,
    after: { count },
  }
}
