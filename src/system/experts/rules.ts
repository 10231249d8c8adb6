import { fault, type Fault } from '../../kernel/errors.ts'
import { message, type Message } from '../../words/catalogue.ts'

/** Rules on questions to an expert: what may be asked, and how it reads. Pure. */

const MEGABYTE = 1024 * 1024

/** Finds what is wrong with the files that are to go along: too large together for one mail. */
export function attachmentFaults(files: { sizeBytes: number }[], mostBytes: number): Fault[] {
  const total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const megabytes = (bytes: number) => Math.ceil((bytes * 10) / MEGABYTE) / 10
  if (total <= mostBytes) return []
  const said = message('attachmentsAreTooLarge', {
    megabytes: megabytes(total),
    limit: megabytes(mostBytes),
  })
  return [fault('files', said, 'too_large', { totalBytes: total, mostBytes })]
}

export interface AskedQuestion {
  id: string
  isSample: boolean
  question: string
  userName: string
  replyTo: string
  organisationName: string
  countryISO: string
  askedAtUTC: string
  /** Of the asker. */
  timeZone: string
  fileNames: string[]
}

/** The subject and the text of the mail that an expert gets. */
export function writeQuestion(asked: AskedQuestion): { subject: Message; text: Message } {
  const { id, isSample, organisationName: organisation, countryISO, replyTo, askedAtUTC, timeZone } = asked
  const question = asked.question.trim()
  const [firstLine = ''] = question.split('\n')
  return {
    subject: message('questionSubject', { organisation, ...(!isSample && { firstLine }) }),
    text: message('questionText', {
      id,
      user: asked.userName,
      organisation,
      countryISO,
      ...(!isSample && { question }),
      fileNames: asked.fileNames.map((name) => name.replaceAll(/\s+/g, ' ')),
      replyTo,
      askedAtUTC,
      timeZone,
    }),
  }
}
