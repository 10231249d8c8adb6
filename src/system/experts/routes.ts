import { read, write, type Operation } from '../../http/operation.ts'
import { Acknowledgement, idParam } from '../../http/validate/schema.ts'
import { askExpert } from './ask-expert.ts'
import { getQuestion, listQuestions } from './queries.ts'
import type { AskSettings } from './question-job.ts'
import { AskBody, Question, QuestionPage, QuestionsQuery, SampleBody } from './schema.ts'
import { message, type Message } from '../../words/catalogue.ts'
import type { QuestionKind } from './schema.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'

const A_FILE = '0192f5c1-6c1e-7c3a-9f21-4b8c3f0e6a55'
const location = ({ ids }: { ids?: string[] }) => `/api/system/experts/questions/${ids?.[0] ?? ''}`
const refused =
  'Refused: files that are not your organisation’s or too large together for one mail (400), more than 100 questions within a ' +
  'day (429), and everything if no expert is set up (503).'

function askedMessage(kind: QuestionKind, { isSentOut }: AskSettings): Message {
  if (kind === 'question')
    return isSentOut ? message('questionIsOnItsWay', {}) : message('questionIsNotMailed', {})
  return isSentOut ? message('sampleIsOnItsWay', {}) : message('sampleIsNotMailed', {})
}

/** Questions to an agricultural expert, who gets them by mail. */
export function expertOperations(settings: AskSettings): Operation[] {
  return [
    write(
      {
        method: 'POST',
        path: '/experts/questions',
        isPrivate: true,
        title: 'Ask an ag expert',
        description:
          'Sends a question about farming to the expert by mail, with files of your organisation attached; the answer comes to your ' +
          `e-mail address. The request is answered once the mail is queued; its Location says whether it has been sent. ${refused}`,
        permission: 'experts:write',
        body: AskBody,
        result: Acknowledgement,
        location,
        example: { question: 'Is it too late to spray against septoria?', files: [{ id: A_FILE }] },
      },
      async (trx, actor, { body }) => {
        const id = await askExpert(settings, trx, actor, { kind: 'question', ...body })
        return { ...acknowledge(actor, askedMessage('question', settings)), ids: [id] }
      },
    ),
    write(
      {
        method: 'POST',
        path: '/experts/grain-samples',
        isPrivate: true,
        title: 'Ask an ag expert about the quality of a grain sample',
        description:
          'Sends pictures of a grain sample to the expert by mail; the answer comes to your e-mail address. Without pictures, the expert is told to ask ' +
          `for one. The request is answered once the mail is queued; its Location says whether it has been sent. ${refused}`,
        permission: 'experts:write',
        body: SampleBody,
        result: Acknowledgement,
        location,
        example: { files: [{ id: A_FILE }] },
      },
      async (trx, actor, { body }) => {
        const id = await askExpert(settings, trx, actor, { kind: 'grain-sample', question: '', ...body })
        return { ...acknowledge(actor, askedMessage('grain-sample', settings)), ids: [id] }
      },
    ),
    read(
      {
        path: '/experts/questions',
        title: 'List questions to an expert',
        description:
          'The questions and grain samples of your organisation, the latest first, and what became of each. Answers come by mail to whoever asked.',
        permission: 'experts:read',
        query: QuestionsQuery,
        result: QuestionPage,
      },
      (db, actor, { query }) => listQuestions(db, actor, query),
    ),
    read(
      {
        path: '/experts/questions/:id',
        title: 'Get a question to an expert',
        description:
          'A question of your organisation, or a grain sample, and what became of it: queued, sent, or failed with the last problem in words.',
        permission: 'experts:read',
        params: idParam('The question or grain sample, by id: `ids[0]` of what asking answered.'),
        result: Question,
        isResource: true,
      },
      (db, actor, { params }) => getQuestion(db, actor, params.id),
    ),
  ]
}
