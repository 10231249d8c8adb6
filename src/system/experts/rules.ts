import { fault, type Fault } from '../../kernel/errors.ts'
import { message } from '../../words/catalogue.ts'

/** What may be asked of an expert, and how it reads. Pure. */

const MEGABYTE = 1024 * 1024

/** What is wrong with the files that are to go along: too large together for one mail. */
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
  /** In the asker's own time zone. */
  askedOn: string
  fileNames: string[]
}

/** The subject and the text of the mail that an expert gets. */
export function writeQuestion(asked: AskedQuestion): { subject: string; text: string } {
  const { organisationName, countryISO, userName, replyTo, fileNames } = asked
  const [firstLine = ''] = asked.question.trim().split('\n')
  const subject = asked.isSample
    ? `Grain sample from ${organisationName}`
    : `Question from ${organisationName}: ${firstLine}`
  const who = `${userName} of ${organisationName} (${countryISO})`
  const text = [
    asked.isSample
      ? `${who} asks what you think of the quality of a grain sample. ${fileNames.length > 0 ? 'See what is attached.' : 'Nothing was attached: ask for a picture.'}`
      : `${who} asks:\n\n${asked.question.trim()}`,
    ...(fileNames.length > 0
      ? [`Attached:\n${fileNames.map((name) => `- ${name.replaceAll(/\s+/g, ' ')}`).join('\n')}`]
      : []),
    replyTo === ''
      ? 'Nobody can be answered by mail: whoever runs this service knows who asked.'
      : `To answer, reply to this mail: it goes to ${replyTo}.`,
    `Asked on ${asked.askedOn}. Question ${asked.id}.`,
  ].join('\n\n')
  return { subject, text: `${text}\n` }
}
