import type { SendMailOptions } from 'nodemailer'
import { message as messageOf } from '../../words/catalogue.ts'
import { WorkProblem } from '../jobs/worker.ts'
import { headerText, isMailbox, type Mailbox } from './rules.ts'

/** A mail to one person. */
export interface MailMessage {
  /** The id of this mail at every attempt, and of no other mail: it becomes the Message-ID, and a file's name. */
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
  /** True if mails reach anybody by themselves. */
  isSentOut: boolean
  /** Hands a mail over; returns once it is out of our hands. @throws WorkProblem where it could not be */
  send(message: MailMessage, signal: AbortSignal): Promise<void>
}

/**
 * A message as the mail library wants it. Nothing that people typed gets into a header unless it is fit for one, and the
 * library may read neither files nor URLs.
 *
 * @throws WorkProblem for a recipient that is no mailbox
 */
export function compose(message: MailMessage, from: Mailbox): SendMailOptions {
  const { id, to, replyTo, subject, text, date, attachments } = message
  if (!isMailbox(to)) throw new WorkProblem(messageOf('addressTakesNoMail', {}), { isFinal: true })
  return {
    from,
    to: { name: '', address: to },
    // The envelope is what counts on the way: one sender, one recipient, whatever the headers say.
    envelope: { from: from.address, to: [to] },
    ...(replyTo &&
      isMailbox(replyTo.address) && {
        replyTo: { name: headerText(replyTo.name), address: replyTo.address },
      }),
    subject: headerText(subject, 200),
    text: text.toWellFormed(),
    date,
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    attachments: attachments.map(({ name, contentType, content }) => ({
      filename: headerText(name).replaceAll(/[/\\]/g, '_'),
      contentType,
      contentDisposition: 'attachment' as const,
      // Any other would take text to pieces: attachments arrive byte by byte as they are.
      contentTransferEncoding: 'base64' as const,
      content,
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
