import { sql, type Kysely } from 'kysely'
import { readColumns } from '../../db/catalog.ts'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'
import { writeAudit } from '../../http/write/audit.ts'
import { fault, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { getMember, getUser } from '../access/members.ts'
import { lockAndRecheckRole } from '../access/recheck-role.ts'
import { ensureMayManage, forbidden } from '../access/rules.ts'
import { emailOf, nameOfUser } from '../access/users.ts'
import { erasePerson, lastOwnerOf } from './erase-person.ts'
import { ensurePerson } from './people-only.ts'
import { PRIVATE_TABLES, personalKinds, personalTables, type PersonalKind } from './personal-columns.ts'
import { TITLES } from './personal-words.ts'
import type { ErasureBody, ErasureOutlook } from './schema.ts'

/** Previews an erasure of the caller. @throws Refusal `forbidden` for an API key */
export async function previewErasureOfCaller(db: Kysely<Tables>, actor: Actor): Promise<ErasureOutlook> {
  ensurePerson(actor)
  return inOneMoment(db, (moment) => preview(moment, actor, actor.userId, ownRefusal))
}

/**
 * Previews an erasure of a member.
 *
 * @throws Refusal `not_found`; `forbidden` for a role above the caller's
 */
export async function previewErasure(
  db: Kysely<Tables>,
  actor: Actor,
  userId: string,
): Promise<ErasureOutlook> {
  return inOneMoment(db, async (moment) => {
    const { role } = await getUser(moment, actor, userId)
    ensureMayManage(actor.role, role)
    return preview(moment, actor, userId, (of, id) => memberRefusal(of, actor, id))
  })
}

/**
 * Erases the caller, who types their address once more.
 *
 * @throws Refusal `forbidden` for an API key; `in_use` for the last owner of an organisation; `invalid_input` for another address
 */
export async function eraseOneself(
  trx: Transaction,
  actor: Actor,
  { email }: ErasureBody,
): Promise<Acknowledgement> {
  ensurePerson(actor)
  const { userId, now } = actor
  await ensureTyped(trx, userId, email)
  const { pseudonym, organisationIds } = await erasePerson(trx, { email, now, isByOperator: false })
  writeAudit(
    trx,
    organisationIds.map((organisationId) => ({
      organisationId,
      at: now.toISOString(),
      actor: 'person',
      actorId: userId,
      actorName: pseudonym,
      address: '',
      userAgent: '',
      requestId: '',
      category: 'people',
      deed: 'identity.postMeErasure',
      subjectKind: 'users',
      subjectId: userId,
      outcome: 'done',
      before: null,
      after: null,
    })),
  )
  return acknowledge(actor, message('youAreErased', { pseudonym }))
}

/**
 * Erases a member who belongs to no other organisation.
 *
 * @throws Refusal `not_found`; `forbidden` for oneself, a role above one's own, or who runs the installation; `in_use` for the last owner
 *   and for members of other organisations; `invalid_input` for another address than theirs
 */
export async function eraseMember(
  trx: Transaction,
  caller: Actor,
  userId: string,
  { email }: ErasureBody,
): Promise<Acknowledgement> {
  const actor = await lockAndRecheckRole(trx, caller, 'users:write')
  await getMember(trx, actor, userId)
  if (userId === actor.userId) throw forbidden(message('eraseYourselfElsewhere', {}))
  await ensureTyped(trx, userId, email)
  const refusal = await memberRefusal(trx, actor, userId)
  if (refusal) throw refusal
  const { pseudonym } = await erasePerson(trx, { email, now: actor.now, isByOperator: false })
  return acknowledge(actor, message('memberIsErased', { pseudonym }))
}

async function ensureTyped(trx: Transaction, userId: string, typed: string): Promise<void> {
  const { email } = await trx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (emailOf(typed) !== email) refuseFaults([fault('email', message('isOtherAddress', {}), 'contradiction')])
}

async function ownRefusal(db: Kysely<Tables>, userId: string): Promise<Refusal | undefined> {
  const names = await lastOwnerOf(db, userId)
  return names.length > 0
    ? new Refusal('in_use', message('isLastOwnerOf', { names: names.join(', ') }))
    : undefined
}

/** An account is everybody's whom its person works for. */
async function memberRefusal(
  db: Kysely<Tables>,
  { organisationId, isPlatformAdmin }: Actor,
  userId: string,
): Promise<Refusal | undefined> {
  const { rows } = await sql<{ isElsewhere: boolean; runsAll: boolean }>`
    select u.is_platform_admin as "runsAll", exists (
      select from memberships m where m.user_id = u.id and m.organisation_id <> ${organisationId}) as "isElsewhere"
    from users u where u.id = ${userId}`.execute(db)
  if (rows[0]?.runsAll && !isPlatformAdmin) return forbidden(message('runsTheInstallation', {}))
  if (rows[0]?.isElsewhere) return new Refusal('in_use', message('personBelongsElsewhereToo', {}))
  return ownRefusal(db, userId)
}

async function preview(
  db: Kysely<Tables>,
  actor: Actor,
  userId: string,
  refusalOf: (db: Kysely<Tables>, userId: string) => Promise<Refusal | undefined>,
): Promise<ErasureOutlook> {
  const { rows } = await sql<{ email: string; name: string }>`
    select u.email, ${nameOfUser('u')} as name from users u where u.id = ${userId}`.execute(db)
  const refusal = await refusalOf(db, userId)
  const { removed, kept } = await countRows(db, userId)
  const inWords = (counts: Map<PersonalKind, number>) =>
    personalKinds.flatMap((part) => {
      const count = counts.get(part)
      return count ? [{ part, about: render(TITLES[part], actor), rows: count }] : []
    })
  return {
    email: rows[0]?.email ?? '',
    name: rows[0]?.name ?? '',
    refusal: refusal ? render(refusal.said, actor) : '',
    removed: inWords(removed),
    kept: inWords(kept),
    stays: render(message('erasureLeaves', {}), actor),
  }
}

/** Rows in which somebody stands by id, in those tables that are removed and in those that are kept. */
async function countRows(db: Kysely<Tables>, userId: string) {
  const columns = await readColumns({ query: (text: string) => sql.raw(text).execute(db) } as never)
  const counts = { removed: new Map<PersonalKind, number>(), kept: new Map<PersonalKind, number>() }
  for (const { name, kind, ids } of personalTables(columns)) {
    if (ids.length === 0) continue
    const where = ids.map((column) => sql`${sql.ref(column)} = ${userId}::uuid`)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)} where ${sql.join(where, sql` or `)}`.execute(db)
    const into = name in PRIVATE_TABLES || name === 'users' ? counts.removed : counts.kept
    into.set(kind, (into.get(kind) ?? 0) + Number(rows[0]?.count ?? 0))
  }
  return counts
}
