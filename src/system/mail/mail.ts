import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { WorkProblem } from '../jobs/worker.ts'
import { compose, type Mail, type MailMessage } from './message.ts'
import { classifyMailFailure, type Mailbox } from './rules.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { lockOrganisation } from '../lock-organisation.ts'
import { type Message } from '../../words/catalogue.ts'

export interface MailSettings {
  /** The mail server; without one, mails become files in the outbox. */
  smtpUrl: string | undefined
  /** The directory for mails that no server takes. */
  outbox: string
  from: Mailbox
}

/** Opens the way mail takes. Touches neither network nor disk. */
export function openMail({ smtpUrl, outbox, from }: MailSettings): Mail {
  return smtpUrl === undefined ? openOutbox(outbox, from) : openSmtp(smtpUrl, from)
}

/** Long enough for a server that looks strangers over first (greylisting, look-ups), and well within a job's lease. */
const CONNECT_MS = 20_000
const GREETING_MS = 30_000
/** Without a byte either way, while it takes a large message or looks through it. */
const SILENCE_MS = 60_000

/** Hands mails to a mail server, each over a connection of its own: they are few, and a fresh start mends most faults. */
function openSmtp(url: string, from: Mailbox): Mail {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: GREETING_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    isSentOut: true,
    async send(message, signal) {
      const mail = compose(message, from)
      try {
        await transport.sendMail({ ...mail, signal })
      } catch (cause) {
        const { said, isFinal } = classifyMailFailure(cause instanceof Error ? cause : {})
        throw new WorkProblem(said, { isFinal, cause })
      }
    },
  }
}

/**
 * Writes mails as files that any mail program opens, for installations without a mail server. The name follows from the
 * mail, so that a mail is one file however often it is written.
 */
function openOutbox(directory: string, from: Mailbox): Mail {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    isSentOut: false,
    async send(message, signal) {
      const target = path.join(directory, `${message.id}.eml`)
      if (await isThere(target)) return
      const { message: bytes } = await composer.sendMail(compose(message, from))
      signal.throwIfAborted()
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await writeWhole(target, message, bytes as Buffer)
    },
  }
}

/** Nobody ever sees half a mail: it gets its name once it is on the disk. */
async function writeWhole(target: string, { id }: MailMessage, bytes: Buffer): Promise<void> {
  const unfinished = path.join(path.dirname(target), `.${id}-${process.pid}.part`)
  try {
    const file = await open(unfinished, 'w', 0o640)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, target)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}

const DAY_MS = 86_400_000

/** A kind of mail that an organisation sends to people: its table, the most allowed a day, and the refusal beyond that. */
interface MailedThings {
  table: 'expert_questions' | 'invitations'
  mostADay: number
  refusal: (data: { count: number; hours: number }) => Message
}

/**
 * Refuses one more of what somebody reads as a mail, where the caller's organisation has had as many of them within a day as may be:
 * a farm does so now and then, and what does so more often has gone wild.
 *
 * @throws Refusal `rate_limited`
 */
export async function ensureNotTooManyMails(
  trx: Transaction,
  { organisationId, now }: Actor,
  { table, mostADay, refusal }: MailedThings,
): Promise<void> {
  // Or of several made at once none would see the others.
  await lockOrganisation(trx, organisationId)
  const { count, first } = await trx
    .selectFrom(table)
    .select((select) => [
      select.fn.countAll<number>().as('count'),
      select.fn.min<Date | null>('created_at').as('first'),
    ])
    .where('organisation_id', '=', organisationId)
    .where('created_at', '>', sql<Date>`${now}::timestamptz - interval '1 day'`)
    .executeTakeFirstOrThrow()
  if (count < mostADay || !first) return
  // When the first of them is a day old there is room for one again.
  const retryAfterSeconds = Math.max(1, Math.ceil((first.getTime() + DAY_MS - now.getTime()) / 1000))
  const hours = Math.ceil(retryAfterSeconds / 3600)
  throw new Refusal('rate_limited', refusal({ count, hours }), { details: { retryAfterSeconds } })
}
