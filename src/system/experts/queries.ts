import type { Kysely, Selectable } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import { readPage } from '../../db/read-page.ts'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { Reader } from '../../words/render.ts'
import { renderStored } from '../../words/stored.ts'
import { fileRefs } from '../files/find-files.ts'
import type { Question, QuestionsQuery } from './schema.ts'

/**
 * A question that somebody of the caller's organisation asked.
 *
 * @throws Refusal `not_found`
 */
export async function getQuestion(db: Kysely<Tables>, actor: Actor, id: string): Promise<Question> {
  const { organisationId } = actor
  const row = isId(id)
    ? await db
        .selectFrom('expert_questions')
        .selectAll()
        .where('id', '=', id)
        .where('organisation_id', '=', organisationId)
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound('question', id)
  return toWire(row, await fileRefs(db, actor, row.file_ids), actor)
}

/** The questions and grain samples of the caller's organisation, the latest first. */
export async function listQuestions(db: Kysely<Tables>, actor: Actor, { kind, ...page }: QuestionsQuery) {
  return inOneMoment(db, async (moment) => {
    const found = moment
      .selectFrom('expert_questions')
      .selectAll()
      .where('organisation_id', '=', actor.organisationId)
      .$if(kind !== undefined, (select) => select.where('kind', '=', kind ?? ''))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
    const { docs, ...rest } = await readPage(found, page, (row) => row)
    const refs = await fileRefs(moment, actor, [...new Set(docs.flatMap((row) => row.file_ids))])
    return { ...rest, docs: docs.map((row) => toWire(row, refs, actor)) }
  })
}

/** The one row → wire function of questions. */
function toWire(
  row: Selectable<Tables['expert_questions']>,
  refs: Awaited<ReturnType<typeof fileRefs>>,
  reader: Reader,
): Question {
  return {
    id: row.id,
    // The table's checks allow no others.
    kind: row.kind as Question['kind'],
    question: row.question,
    files: row.file_ids.flatMap((fileId) => refs.get(fileId) ?? []),
    status: row.status as Question['status'],
    isSentOut: row.is_sent_out,
    attempts: row.attempts,
    lastProblem: renderStored(row.last_problem, reader),
    replyTo: row.reply_to,
    userId: row.user_id,
    userName: row.user_name,
    createdAtUTC: row.created_at.toISOString(),
    sentAtUTC: row.sent_at?.toISOString() ?? '',
  }
}

/**
 * Finds the address at which an answer reaches the asker: their own; for an API key that of its maker, or else, since somebody has to get the answer,
 * of the organisation's first owner. Empty where there is none of these.
 */
export async function findReplyAddress(
  db: Kysely<Tables>,
  { userId, organisationId }: Pick<Actor, 'userId' | 'organisationId'>,
): Promise<string> {
  const key = await db
    .selectFrom('api_keys')
    .select('created_by')
    .where('id', '=', userId)
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  const asker = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', key ? key.created_by : userId)
    .executeTakeFirst()
  if (asker) return asker.email
  const owner = await db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.email')
    .where('m.organisation_id', '=', organisationId)
    .where('m.role', '=', 'owner')
    .where('m.status', '=', 'active')
    .where('u.status', '=', 'active')
    .orderBy('m.created_at')
    .orderBy('u.id')
    .executeTakeFirst()
  return owner?.email ?? ''
}

/** A file to send along, as far as a mail needs it. */
export interface FileToSend {
  id: string
  name: string
  contentType: string
  sizeBytes: number
  storageKey: string
}

/** These files in this order. Archived ones too, for they were not when they were named. */
export async function filesToSend(db: Kysely<Tables>, ids: string[]): Promise<FileToSend[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('files')
    .select(['id', 'name', 'content_type', 'size_bytes', 'storage_key'])
    .where('id', '=', anyOf(ids, 'uuid'))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const { name, content_type, size_bytes, storage_key } = row
    return [{ id, name, contentType: content_type, sizeBytes: size_bytes, storageKey: storage_key }]
  })
}
