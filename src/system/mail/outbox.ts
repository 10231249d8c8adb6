import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { compose, type Mail, type MailMessage } from './message.ts'
import type { Mailbox } from './rules.ts'

/**
 * Writes mails as files that any mail program opens, for installations without a mail server. The name follows from the
 * mail, so that a mail is one file however often it is written.
 */
export function openOutbox(directory: string, from: Mailbox): Mail {
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
