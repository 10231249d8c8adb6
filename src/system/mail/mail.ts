import { createTransport } from 'nodemailer'
import { WorkProblem } from '../jobs/work-problem.ts'
import { compose, type Mail } from './message.ts'
import { openOutbox } from './outbox.ts'
import { judgeMailFailure, type Mailbox } from './rules.ts'

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
        const { words, isFinal } = judgeMailFailure(cause instanceof Error ? cause : {})
        throw new WorkProblem(words, { isFinal, cause })
      }
    },
  }
}
