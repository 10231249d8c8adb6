import { buffer } from 'node:stream/consumers'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { Refusal } from '../../kernel/errors.ts'
import { appendEvent } from '../events/append-event.ts'
import { savedName } from '../files/kinds.ts'
import type { FileStore } from '../files/store.ts'
import type { JobKind } from '../jobs/job-source.ts'
import { WorkProblem } from '../jobs/worker.ts'
import type { Attachment, Mail } from '../mail/message.ts'
import { headerText } from '../mail/rules.ts'
import { filesToSend, type FileToSend } from './queries.ts'
import { writeQuestion } from './rules.ts'
import type { Language } from '../../words/languages.ts'
import { message } from '../../words/catalogue.ts'
import { render, readerOf } from '../../words/render.ts'
import { storedMessage } from '../../words/stored.ts'

export const QUESTION_JOB = 'expert-question'

/** Tried for about a day and a half: a mail server that is away for a day is back by then. */
const MOST_ATTEMPTS = 20

export interface ExpertSettings {
  /** Address of the expert who is asked; nobody is when undefined. */
  expertEmail: string | undefined
  /** Most bytes of the files of one question together. */
  attachmentBytes: number
}

/** Settings of an expert, and whether mails reach people by themselves. */
export interface AskSettings extends ExpertSettings {
  isSentOut: boolean
}

export interface QuestionJobOptions {
  database: Pick<Database, 'db'>
  mail: Mail
  store: FileStore
  settings: ExpertSettings
}

interface Payload {
  questionId: string
  /** Of who asks; English in jobs of before it was known. */
  language?: Language
}

/** Sends a question to the expert by mail. */
export function questionJob({ database, mail, store, settings }: QuestionJobOptions): JobKind<Payload> {
  return {
    name: QUESTION_JOB,
    mostAttempts: MOST_ATTEMPTS,

    async work({ questionId, language = 'en' }, { signal, askedAt }) {
      const { expertEmail } = settings
      if (expertEmail === undefined) throw new WorkProblem(message('expertIsSetUpNoMore', {}))
      const asked = await readQuestion(database.db, questionId)
      const files = await filesToSend(database.db, asked.file_ids)
      const attachments = await readAttachments(store, files)
      const { subject, text } = writeQuestion({
        id: questionId,
        isSample: asked.kind === 'grain-sample',
        question: asked.question,
        userName: headerText(asked.user_name),
        replyTo: asked.reply_to,
        organisationName: headerText(asked.name),
        countryISO: asked.country_iso,
        askedAtUTC: asked.created_at.toISOString(),
        timeZone: asked.time_zone,
        fileNames: attachments.map(({ name }) => name),
      })
      const replyTo =
        asked.reply_to === '' ? undefined : { name: headerText(asked.user_name), address: asked.reply_to }
      const written = { subject: render(subject, readerOf(language)), text: render(text, readerOf(language)) }
      await mail.send(
        { id: questionId, to: expertEmail, replyTo, ...written, date: askedAt, attachments },
        signal,
      )
    },

    async settle(trx, { questionId }, outcome) {
      const status = outcome.status === 'done' ? 'sent' : outcome.status
      const row = await trx
        .updateTable('expert_questions')
        .set({
          status,
          is_sent_out: mail.isSentOut,
          attempts: outcome.attempts,
          last_problem: outcome.status === 'done' ? null : storedMessage(outcome.problem),
          sent_at: outcome.status === 'done' ? outcome.at : null,
        })
        .where('id', '=', questionId)
        .returning(['organisation_id', 'user_id'])
        .executeTakeFirst()
      if (!row || status === 'queued') return
      const actor = { organisationId: row.organisation_id, userId: row.user_id, now: outcome.at }
      const data = { attempts: outcome.attempts }
      await appendEvent(trx, actor, { type: `expert.${status}`, subject: questionId, data })
    },

    async revive(trx, { questionId }) {
      await trx
        .updateTable('expert_questions')
        .set({ status: 'queued', attempts: 0 })
        .where('id', '=', questionId)
        .execute()
    },
  }
}

async function readQuestion(db: Kysely<Tables>, id: string) {
  return db
    .selectFrom('expert_questions as q')
    .innerJoin('organisations as o', 'o.id', 'q.organisation_id')
    .select(['q.kind', 'q.question', 'q.user_name', 'q.reply_to', 'q.file_ids', 'q.created_at'])
    .select(['o.name', 'o.country_iso', 'o.time_zone'])
    .where('q.id', '=', id)
    .executeTakeFirstOrThrow()
}

/** One after the other: together they are no larger than a mail may be. */
async function readAttachments(store: FileStore, files: FileToSend[]): Promise<Attachment[]> {
  const attachments: Attachment[] = []
  for (const { name, contentType, sizeBytes, storageKey } of files) {
    const content = await readWhole(store, storageKey, sizeBytes)
    attachments.push({ name: savedName(headerText(name), contentType), contentType, content })
  }
  return attachments
}

async function readWhole(store: FileStore, key: string, sizeBytes: number): Promise<Buffer> {
  try {
    const content = await buffer(await store.read(key, { first: 0, last: sizeBytes - 1 }))
    if (content.length !== sizeBytes)
      throw new Error(`${key} has ${content.length} bytes and not ${sizeBytes}`)
    return content
  } catch (cause) {
    if (cause instanceof Refusal && cause.code === 'unavailable')
      throw new WorkProblem(message('filesAreOutOfReach', {}), { cause })
    throw new WorkProblem(message('fileOfQuestionIsUnreadable', {}), { cause })
  }
}
