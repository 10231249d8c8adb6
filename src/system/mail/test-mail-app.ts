import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openTestApp, testBackground, type TestApp } from '../../../test/app.ts'
import { openTestSmtp, type TestSmtp } from './test-smtp.ts'

/** A service that sends its mails to a mail server of a test's own. */
export interface TestMailApp {
  service: TestApp
  smtp: TestSmtp
  /** Closes both. */
  close: () => Promise<void>
}

export async function openMailApp(): Promise<TestMailApp> {
  const directory = await mkdtemp(path.join(tmpdir(), 'granary-mails-'))
  const smtp = await openTestSmtp()
  const plain = testBackground(directory)
  const background = { ...plain, mail: { ...plain.mail, smtpUrl: smtp.url } }
  const service = await openTestApp({ settings: { background } })
  return {
    service,
    smtp,
    async close() {
      await service.close()
      await smtp.close()
      await rm(directory, { recursive: true })
    },
  }
}
