import Type, { type Static } from 'typebox'
import {
  closed,
  named,
  FileRef,
  FileRefInput,
  oneOf,
  orNull,
  Page,
  PageOf,
} from '../../http/validate/schema.ts'

/** A mail with more than so many attachments is no question. */
const MOST_FILES = 20

const Files = (description: string) =>
  orNull(Type.Array(FileRefInput, { maxItems: MOST_FILES, description: `${description} By id alone.` }))

export const AskBody = closed({
  question: Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S', description: 'Plain text.' }),
  files: Files('Files of your organisation to send along.'),
})
export type AskBody = Static<typeof AskBody>

export const SampleBody = closed({
  files: Files('Files of your organisation: pictures of the sample.'),
})
export type SampleBody = Static<typeof SampleBody>

const questionKinds = ['question', 'grain-sample'] as const
export type QuestionKind = (typeof questionKinds)[number]

export const Question = named('ExpertQuestion', {
  id: Type.String(),
  kind: oneOf(questionKinds),
  question: Type.String({ description: 'Empty for a grain sample.' }),
  files: Type.Array(FileRef),
  status: oneOf(
    ['queued', 'sent', 'failed'],
    'queued: on its way. sent: the mail server has taken it, or it lies in the outbox. failed: given up.',
  ),
  isSentOut: Type.Boolean({
    description:
      'false: no mail server is set here, so the question lies in the outbox of the installation and nobody is told of it.',
  }),
  attempts: Type.Integer({ description: 'How often it was tried.' }),
  lastProblem: Type.String({ description: 'Why it has not been sent yet, in words.' }),
  replyTo: Type.String({ description: 'Where the answer goes.' }),
  userId: Type.String(),
  userName: Type.String(),
  createdAtUTC: Type.String(),
  sentAtUTC: Type.String(),
})
export type Question = Static<typeof Question>

export const QuestionPage = PageOf(Question)

export const QuestionsQuery = closed({
  ...Page,
  kind: Type.Optional(oneOf(questionKinds)),
})
export type QuestionsQuery = Static<typeof QuestionsQuery>
