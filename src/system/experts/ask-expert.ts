import type { Static } from 'typebox'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { FileRefInput } from '../../http/validate/schema.ts'
import { Refusal, refuseFaults } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { appendEvent } from '../events/append-event.ts'
import { fileFaults, findAttachableFiles } from '../files/find-files.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import { ensureNotTooManyMails } from '../mail/mail.ts'
import { QUESTION_JOB, type AskSettings } from './question-job.ts'
import { filesToSend, findReplyAddress } from './queries.ts'
import { attachmentFaults } from './rules.ts'
import type { QuestionKind } from './schema.ts'
import { message } from '../../words/catalogue.ts'

/** The expert reads every one. */
const MOST_A_DAY = 100

interface Asked {
  kind: QuestionKind
  question: string
  files: Static<typeof FileRefInput>[] | null
}

/**
 * Asks the expert. The mail goes out after this is stored; what became of it shows on the question.
 *
 * @returns the question's id
 * @throws Refusal `invalid_input` for files that are not the organisation's, or too large together;
 *   `rate_limited`; `unavailable` where nobody is set up to be asked
 */
export async function askExpert(
  settings: AskSettings,
  trx: Transaction,
  actor: Actor,
  { kind, question, files }: Asked,
): Promise<string> {
  if (settings.expertEmail === undefined) {
    throw new Refusal('unavailable', message('noExpertIsSetUp', {}))
  }
  const refs = files ?? []
  const ids = [...new Set(refs.map(({ id }) => id))]
  const own = await findAttachableFiles(trx, actor.organisationId, ids)
  const found = await filesToSend(
    trx,
    ids.filter((id) => own.has(id)),
  )
  const unknown = fileFaults('files', refs, own)
  refuseFaults([...unknown, ...(unknown.length > 0 ? [] : attachmentFaults(found, settings.attachmentBytes))])
  await ensureNotTooManyMails(trx, actor, {
    table: 'expert_questions',
    mostADay: MOST_A_DAY,
    refusal: (data) => message('tooManyQuestions', data),
  })

  const id = newId()
  await trx
    .insertInto('expert_questions')
    .values({
      id,
      organisation_id: actor.organisationId,
      user_id: actor.userId,
      user_name: actor.userName,
      reply_to: await findReplyAddress(trx, actor),
      kind,
      question,
      file_ids: ids,
      is_sent_out: settings.isSentOut,
      created_at: actor.now,
    })
    .execute()
  const payload = { questionId: id, language: actor.language }
  await enqueueJob(trx, { kind: QUESTION_JOB, key: id, payload, now: actor.now })
  await appendEvent(trx, actor, { type: 'expert.asked', subject: id, data: { kind } })
  return id
}
