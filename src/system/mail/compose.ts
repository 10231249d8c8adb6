import type { SendMailOptions } from 'nodemailer'
import { WorkProblem } from '../jobs/work-problem.ts'
import type { MailMessage } from './mail.ts'
import { headerText, isMailbox, type Mailbox } from './rules.ts'

/**
 * A message as the mail library wants it. Nothing that people typed gets into a header unless it is fit for one, and the
 * library may read neither files nor URLs.
 *
 * @throws WorkProblem for a recipient that is no mailbox
 */
export function compose(message: MailMessage, from: Mailbox): SendMailOptions {
  const { id, to, replyTo, subject, text, date, attachments } = message
  if (!isMailbox(to))
    throw new WorkProblem('The address is not one that mail can be sent to.', { isFinal: true })
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
