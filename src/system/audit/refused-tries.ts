import { createHash } from 'node:crypto'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DatabaseLog } from '../../db/log.ts'
import type { Tables } from '../../db/tables.ts'
import {
  auditOfRefusal,
  auditOfRefusedKey,
  writeAuditAlone,
  type AuditEntry,
  type AuditNote,
} from '../../http/write/audit.ts'
import type { Operation } from '../../http/operation.ts'
import type { RefusedTry, ServeOptions } from '../../http/serve/serve-options.ts'
import { NIL_ID } from '../../kernel/ids.ts'
import { shownKey } from '../access/authenticate.ts'
import { hashSecret } from '../access/secrets.ts'
import { parseRefreshToken } from '../access/sessions.ts'
import { networkOf } from '../access/sign-in-limits.ts'
import { emailOf, nameOfUser } from '../access/users.ts'

/** Entries of one network in a minute, and of all together; what is beyond is counted. */
const MOST_OF_NETWORK = 10
const MOST_OF_ALL = 300
const MINUTE_MS = 60_000
/** Entries of one API key in a minute: a machine with a key that is good no more goes on asking. */
const MOST_OF_KEY = 1
/** Somebody who belongs to more is told of in the logs of these. */
const MOST_ORGANISATIONS = 5

interface Options {
  db: Kysely<Tables>
  log: Pick<DatabaseLog, 'warn'>
}

/** Whoever tries, by a name, and how many entries they get in a minute. */
interface Sender {
  name: string
  most: number
}

/** A minute, with what was written of it and what was only counted. */
interface Minute {
  beganAt: number
  written: number
  /** By the network, or the hash of the key. */
  bySender: Map<string, number>
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
    { code, reason, secret, now }: RefusedTry,
  ): Promise<void> {
    await this.#write(now, [{ name: networkOf(request.ip), most: MOST_OF_NETWORK }], async () => {
      const note = request.actor ? {} : await this.#whoIsMeant(request.body, secret)
      return auditOfRefusal(operation, request, { now, note, code, reason })
    })
  }

  /**
   * Writes that an API key was refused, whatever it asked for: into the log of whose key it was, or of the installation. Of access tokens that
   * have ended nothing is written: each ends within ten minutes, and nobody guesses one.
   */
  async noteKey(
    request: Parameters<NonNullable<ServeOptions['onRefusedCredential']>>[0],
    { reason, now }: { reason: string; now: Date },
  ): Promise<void> {
    const key = shownKey(request.headers)
    if (key === undefined) return
    const hash = hashSecret(key)
    const senders = [
      { name: networkOf(request.ip), most: MOST_OF_NETWORK },
      { name: hash.toString('base64'), most: MOST_OF_KEY },
    ]
    await this.#write(now, senders, async () => {
      const known = await this.#options.db
        .selectFrom('api_keys')
        .select(['id', 'organisation_id', 'name'])
        .where('key_hash', '=', hash)
        .executeTakeFirst()
      return auditOfRefusedKey(request, {
        now,
        reason,
        organisationId: known?.organisation_id ?? NIL_ID,
        keyId: known?.id ?? `key ${hash.toString('hex').slice(0, 16)}`,
        keyName: known?.name ?? '',
      })
    })
  }

  /** Writes what `entries` makes where there is room for these senders, and throws nothing. */
  async #write(now: Date, senders: Sender[], entries: () => Promise<AuditEntry[]>): Promise<void> {
    const { db, log } = this.#options
    try {
      await this.#turn(now)
      if (this.#isRoom(senders)) await writeAuditAlone(db, await entries())
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

  #isRoom(senders: Sender[]): boolean {
    const minute = this.#minute
    const writtenOf = (name: string) => minute.bySender.get(name) ?? 0
    const isRoom = minute.written < MOST_OF_ALL && senders.every(({ name, most }) => writtenOf(name) < most)
    if (isRoom) {
      for (const { name } of senders) minute.bySender.set(name, writtenOf(name) + 1)
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
  async #whoIsMeant(body: unknown, secret: string | undefined): Promise<AuditNote> {
    const refreshing = secret ?? textOf(body, 'refreshToken')
    if (refreshing !== undefined) return this.#whoseSession(refreshing)
    const challenge = textOf(body, 'challenge')
    if (challenge !== undefined)
      return this.#whoIsUser(
        sql`u.id = (select user_id from factor_challenges where token_hash = ${hashSecret(challenge)})`,
      )
    const typed = textOf(body, 'email')
    if (typed === undefined) return {}
    const email = emailOf(typed)
    const subjectId = `email ${createHash('sha256').update(email).digest('hex').slice(0, 16)}`
    return { subjectId, ...(await this.#whoIsUser(sql`u.email = ${email}`)) }
  }

  /** Names the account that is meant, and the organisations in whose logs it stands; nothing where there is none. */
  async #whoIsUser(isMeant: RawBuilder<unknown>): Promise<AuditNote> {
    const { rows } = await sql<{ id: string; name: string; organisations: string[] }>`
      select u.id, ${nameOfUser('u')} as name, array(
        select organisation_id::text from memberships where user_id = u.id order by created_at limit ${MOST_ORGANISATIONS}
      ) as organisations
      from users u where ${isMeant}`.execute(this.#options.db)
    const [user] = rows
    if (!user) return {}
    const { organisations } = user
    return {
      subjectId: user.id,
      after: { name: user.name },
      ...(organisations.length > 0 && { organisationIds: organisations }),
    }
  }

  /** Finds whose session a refresh token was of: it stands in the log of the organisation that the session acts for. */
  async #whoseSession(refreshToken: string): Promise<AuditNote> {
    const given = parseRefreshToken(refreshToken)
    if (!given) return {}
    const { rows } = await sql<{ id: string; organisationId: string; name: string }>`
      select s.id, s.organisation_id as "organisationId", ${nameOfUser('u')} as name
      from sessions s join users u on u.id = s.user_id where s.family_hash = ${given.familyHash}`.execute(
      this.#options.db,
    )
    const [session] = rows
    if (!session) return {}
    const { id, organisationId, name } = session
    return { subjectId: id, after: { name }, organisationIds: [organisationId] }
  }
}

/** A text of a body, or undefined where it has none of this name. */
function textOf(body: unknown, name: 'challenge' | 'email' | 'refreshToken'): string | undefined {
  const value: unknown =
    typeof body === 'object' && body !== null && name in body ? Reflect.get(body, name) : undefined
  return typeof value === 'string' ? value : undefined
}

function newMinute(beganAt: number): Minute {
  return { beganAt, written: 0, bySender: new Map(), counted: 0 }
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
