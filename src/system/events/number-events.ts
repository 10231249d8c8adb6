import { sql, type Kysely } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import { statement } from '../../db/statement.ts'
import type { Tables } from '../../db/tables.ts'

/** Owners of the events to read: organisations, for what they all receive, and people, for what they receive alone. */
export interface Owners {
  organisationIds: readonly string[]
  recipientIds: readonly string[]
}

/**
 * Numbers what is committed and has no number yet, in the order in which it was written. What is committed later gets a later number, so
 * nothing ever appears before what was read.
 */
export async function numberEventsOf(db: Kysely<Tables>, owners: Owners): Promise<void> {
  const [organisations, recipients] = await Promise.all([
    withUnnumbered.events.rows(db, { ids: owners.organisationIds }),
    owners.recipientIds.length === 0
      ? []
      : withUnnumbered.personal_events.rows(db, { ids: owners.recipientIds }),
  ])
  for (const { id } of organisations) await numberEvents(db, id)
  for (const { id } of recipients) await numberPersonalEvents(db, id)
}

/**
 * Numbers an organisation's events. In a transaction also those that it has written itself; nobody else numbers then until it ends.
 *
 * @returns the last number given so far
 * @example const last = await numberEvents(db, webhook.organisationId)
 */
export function numberEvents(db: Kysely<Tables>, organisationId: string): Promise<number> {
  return numberAll(db, 'events', organisationId)
}

/** As `numberEvents`, of what one person hears alone. */
export function numberPersonalEvents(db: Kysely<Tables>, recipientId: string): Promise<number> {
  return numberAll(db, 'personal_events', recipientId)
}

/** The last numbers that were given to each owner; those of whom nobody heard yet are left out. */
export async function readLastNumbers(db: Kysely<Tables>, ownerIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('event_streams')
    .select(['owner_id', 'last_number'])
    .where('owner_id', '=', anyOf(ownerIds, 'uuid'))
    .execute()
  return new Map(rows.map((row) => [row.owner_id, row.last_number]))
}

/** So many at a time: their places are looked up in a list of them. */
const PIECE = 1000

type Table = 'events' | 'personal_events'
const ownerOf = { events: sql.ref('organisation_id'), personal_events: sql.ref('recipient_id') }
/** Webhooks do not hear of what is for one person. */
const isAwaited = { events: sql.ref('awaited'), personal_events: sql.lit(false) }

async function numberAll(db: Kysely<Tables>, table: Table, ownerId: string): Promise<number> {
  for (;;) {
    const [piece] = await numberPiece[table].rows(db, { ownerId })
    const { found = 0, numbered = 0, last = null } = piece ?? {}
    // Otherwise somebody else was numbering meanwhile, or there is more.
    if (numbered === found && found < PIECE) return last ?? 0
    if (last === null) await makeStream(db, ownerId)
  }
}

async function makeStream(db: Kysely<Tables>, ownerId: string): Promise<void> {
  await db
    .insertInto('event_streams')
    .values({ owner_id: ownerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const withUnnumbered = {
  events: findUnnumbered('events'),
  personal_events: findUnnumbered('personal_events'),
}

function findUnnumbered(table: Table) {
  return statement<{ ids: readonly string[] }, { id: string }>(
    ({ ids }) => sql`
      select owner.id from unnest(${ids}::uuid[]) owner (id)
      where exists (select from ${sql.table(table)} where ${ownerOf[table]} = owner.id and number is null)`,
  )
}

const numberPiece = { events: numbering('events'), personal_events: numbering('personal_events') }

/**
 * Whoever moves `last_number` has the stream's row until its numbers are stored. Whoever waited for the row finds that it has moved since
 * `before`, and that what is `fresh` to it may have a number by now: it numbers nothing, and looks again.
 */
function numbering(table: Table) {
  return statement<{ ownerId: string }, { found: number; numbered: number; last: number | null }>(
    ({ ownerId }) => sql`
      with before as materialized (
        select last_number from event_streams where owner_id = ${ownerId}::uuid
      ), fresh as materialized (
        select count(*) as count, array_agg(id order by id) as ids, bool_or(awaited) as awaited
        from (
          select id, ${isAwaited[table]} as awaited from ${sql.table(table)}
          where ${ownerOf[table]} = ${ownerId}::uuid and number is null order by id limit ${sql.lit(PIECE)}
        ) piece
      ), moved as (
        update event_streams stream set
          last_number = stream.last_number + fresh.count, has_news = stream.has_news or fresh.awaited
        from before, fresh
        where stream.owner_id = ${ownerId}::uuid and stream.last_number = before.last_number and fresh.count > 0
        returning before.last_number, fresh.ids
      ), numbered as (
        update ${sql.table(table)} event set number = moved.last_number + array_position(moved.ids, event.id)
        from moved where event.id = any(moved.ids)
        returning 1
      )
      select (select count from fresh) as found, (select count(*) from numbered) as numbered,
        (select last_number from before) + (select count(*) from numbered) as last`,
  )
}

/** More than can have happened to one organisation between a backup and the loss of what was backed up, or a tenth of all there ever was. */
const LEAST_MARGIN = 1_000_000
const MARGIN_SHARE = 10

/**
 * Goes on at higher numbers in a database that was restored: a listener that heard of something after the backup does not take what
 * happens now for that.
 */
export const SKIP_NUMBERS = `
  insert into event_streams (owner_id, last_number)
  select id, ${LEAST_MARGIN} from (select id from organisations union all select id from users) owner
  on conflict (owner_id) do update
  set last_number = event_streams.last_number + greatest(${LEAST_MARGIN}, event_streams.last_number / ${MARGIN_SHARE})`
