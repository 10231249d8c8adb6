import { openOutbox } from './outbox.ts'
import type { Mailbox } from './rules.ts'
import { openSmtp } from './smtp.ts'

export interface MailSettings {
  /** The mail server; without one, mails become files in the outbox. */
  smtpUrl: string | undefined
  /** The directory for mails that no server takes. */
  outbox: string
  from: Mailbox
}

/** A mail to one person. */
export interface MailMessage {
  /** The same for every attempt at this mail, and for no other: it becomes the Message-ID, and a file's name. */
  id: string
  to: string
  replyTo: Mailbox | undefined
  subject: string
  text: string
  /** When it was written, which may be long before it is sent. */
  date: Date
  attachments: Attachment[]
}

export interface Attachment {
  name: string
  contentType: string
  content: Buffer
}

export interface Mail {
  /** Whether mails reach anybody by themselves. */
  isSentOut: boolean
  /** Hands a mail over; returns once it is out of our hands. @throws WorkProblem where it could not be */
  send(message: MailMessage, signal: AbortSignal): Promise<void>
}

/** Opens the way mail takes. Touches neither network nor disk. */
export function openMail({ smtpUrl, outbox, from }: MailSettings): Mail {
  return smtpUrl === undefined ? openOutbox(outbox, from) : openSmtp(smtpUrl, from)
}
