import { sql, type Kysely } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { closed, type Acknowledgement } from '../../http/validate/schema.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'
import { fault, notFound, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { isPermitted } from '../../kernel/permissions.ts'
import { tidied } from '../../kernel/names.ts'
import { message, type Message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { lockAndRecheckRole } from '../access/recheck-role.ts'
import { forbidden } from '../access/rules.ts'
import { appendEvent } from '../events/append-event.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import { findObstacles } from './obstacles.ts'
import type { DeletionBody, OrganisationDeletion } from './schema.ts'

/** Days between the wish and the deletion: time for everybody to hear of it, and to fetch what they need. */
export const GRACE_DAYS = 30
export const DELETION_MAIL_JOB = 'organisation-deletion-mail'
const DAY_MS = 86_400_000

/** Reads whether the caller's organisation is to be deleted, and when. */
export async function readDeletion(db: Kysely<Tables>, actor: Actor): Promise<OrganisationDeletion> {
  return inOneMoment(db, async (moment) => {
    const asked = await findAsked(moment, actor.organisationId)
    const obstacles = await findObstacles(moment, actor.organisationId)
    return {
      isAsked: asked !== undefined,
      askedAtUTC: asked?.asked_at.toISOString() ?? '',
      askedBy: asked?.asked_by_name ?? '',
      dueAtUTC: asked?.due_at.toISOString() ?? '',
      daysLeft: asked ? daysUntil(asked.due_at, actor.now) : 0,
      obstacles: obstacles.map((each) => render(each, actor)),
    }
  })
}

/** The deletion that owners and admins are told of where they begin their day. */
export const UpcomingDeletion = closed(
  {
    dueAtUTC: Type.String({ description: 'Empty where nobody wants it, and for all but owners and admins.' }),
    daysLeft: Type.Integer({ description: 'Whole days and the one that has begun.' }),
  },
  'Your organisation is to be deleted.',
)

/** Reads it for whoever may see it. */
export async function readUpcomingDeletion(
  db: Kysely<Tables>,
  actor: Actor,
): Promise<Static<typeof UpcomingDeletion>> {
  const asked = isPermitted(actor, 'organisation:write')
    ? await findAsked(db, actor.organisationId)
    : undefined
  return asked
    ? { dueAtUTC: asked.due_at.toISOString(), daysLeft: daysUntil(asked.due_at, actor.now) }
    : { dueAtUTC: '', daysLeft: 0 }
}

/** Days until a deletion, the one that has begun with them. */
function daysUntil(due: Date, now: Date): number {
  return Math.max(0, Math.ceil((due.getTime() - now.getTime()) / DAY_MS))
}

/**
 * Asks for the deletion of the caller's organisation. It works on meanwhile; owners and admins are told.
 *
 * @throws Refusal `forbidden` for all but owners, and for API keys; `invalid_input` for another name; `in_use` where it is asked for already,
 *   and where stock is in the way
 */
export async function askDeletion(
  trx: Transaction,
  caller: Actor,
  { name }: DeletionBody,
): Promise<Acknowledgement> {
  const actor = await asOwner(trx, caller)
  const { organisationId, organisationName, now } = actor
  if (tidied(name) !== organisationName)
    refuseFaults([
      fault('name', message('isOtherOrganisationName', { name: organisationName }), 'contradiction'),
    ])
  if (await findAsked(trx, organisationId)) throw new Refusal('in_use', message('deletionIsAskedAlready', {}))
  await ensureNoObstacles(trx, organisationId)
  const dueAt = new Date(now.getTime() + GRACE_DAYS * DAY_MS)
  await trx
    .insertInto('organisation_deletions')
    .values({
      organisation_id: organisationId,
      asked_by: actor.userId,
      asked_by_name: actor.userName,
      asked_at: now,
      due_at: dueAt,
    })
    .execute()
  await tell(trx, actor, 'asked')
  await appendEvent(trx, actor, {
    type: 'organisation.deletion_asked',
    subject: organisationId,
    data: { dueAtUTC: dueAt.toISOString() },
  })
  return acknowledge(actor, message('deletionIsAsked', { name: organisationName, days: GRACE_DAYS }))
}

/**
 * Withdraws it: any owner may, until the deletion has begun.
 *
 * @throws Refusal `forbidden` as to ask for it; `not_found` where nobody wants it
 */
export async function withdrawDeletion(trx: Transaction, caller: Actor): Promise<Acknowledgement> {
  const actor = await asOwner(trx, caller)
  const { organisationId, organisationName } = actor
  const gone = await trx
    .deleteFrom('organisation_deletions')
    .where('organisation_id', '=', organisationId)
    .returning('organisation_id')
    .executeTakeFirst()
  if (!gone) throw notFound('deletion', organisationId)
  await tell(trx, actor, 'withdrawn')
  await appendEvent(trx, actor, {
    type: 'organisation.deletion_withdrawn',
    subject: organisationId,
    data: {},
  })
  return acknowledge(actor, message('deletionIsWithdrawn', { name: organisationName }))
}

/** @throws Refusal `in_use` where stock is in the way, with which */
export async function ensureNoObstacles(db: Kysely<Tables>, organisationId: string): Promise<void> {
  const [first, ...others] = await findObstacles(db, organisationId)
  if (!first) return
  const all: Message[] = [first, ...others]
  throw new Refusal('in_use', others.length > 0 ? message('obstaclesAre', { all }) : first)
}

async function asOwner(trx: Transaction, caller: Actor): Promise<Actor> {
  if (caller.isMachine) throw forbidden(message('deletionIsForOwners', {}))
  return lockAndRecheckRole(trx, caller, 'organisation:delete')
}

function findAsked(db: Kysely<Tables>, organisationId: string) {
  return db
    .selectFrom('organisation_deletions')
    .select(['asked_by_name', 'asked_at', 'due_at'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
}

/** A mail to each owner and admin. */
async function tell(trx: Transaction, actor: Actor, what: 'asked' | 'withdrawn'): Promise<void> {
  const { organisationId, userName, now } = actor
  const { rows } = await sql<{ id: string }>`
    select u.id from memberships m join users u on u.id = m.user_id
    where m.organisation_id = ${organisationId} and m.role in ('owner', 'admin') and m.status = 'active' and u.status = 'active'`.execute(
    trx,
  )
  for (const { id } of rows)
    await enqueueJob(trx, {
      kind: DELETION_MAIL_JOB,
      key: newId(),
      payload: { organisationId, userId: id, what, by: userName },
      now,
    })
}
