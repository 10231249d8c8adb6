import { sql, type Kysely } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { closed, named, orNull } from '../../http/validate/schema.ts'
import { appendChanges } from '../../system/events/append-event.ts'

/** Texts that an organisation prints at the head and the foot of its papers. */

const printed = (most: number, description: string) => Type.String({ maxLength: most, description })

const said = {
  address: printed(300, 'Several lines; below the name.'),
  telephone: printed(60, 'As it is to be printed.'),
  registrationNumber: printed(80, 'With its name, such as HRB 1234 Ulm.'),
  taxNumber: printed(80, 'Of tax or VAT, with its name.'),
  assuranceNumbers: printed(
    200,
    'Schemes and numbers, such as TASCC 1234. They also fill their field of a passport.',
  ),
  foot: printed(200, 'A line at the foot of each paper.'),
}
export type LetterheadText = { [Name in keyof typeof said]: string }
const nothing: LetterheadText = {
  address: '',
  telephone: '',
  registrationNumber: '',
  taxNumber: '',
  assuranceNumbers: '',
  foot: '',
}

/** Half a megabyte in base 64. */
const MOST_LOGO = 700_000

export const Letterhead = named('Letterhead', {
  ...said,
  logo: Type.String({
    description: 'PNG as a data URL, at most 800 by 320 pixels; empty where there is none.',
  }),
})
export type Letterhead = Static<typeof Letterhead>

export const LetterheadBody = closed({
  address: Type.Optional(said.address),
  telephone: Type.Optional(said.telephone),
  registrationNumber: Type.Optional(said.registrationNumber),
  taxNumber: Type.Optional(said.taxNumber),
  assuranceNumbers: Type.Optional(said.assuranceNumbers),
  foot: Type.Optional(said.foot),
  logo: Type.Optional(
    orNull(
      Type.String({
        minLength: 1,
        maxLength: MOST_LOGO,
        description: 'PNG, JPEG or SVG in base 64, at most half a megabyte; null takes it away.',
      }),
    ),
  ),
})
export type LetterheadBody = Static<typeof LetterheadBody>

interface Row {
  version: number
  said: LetterheadText
  logo: Buffer | null
}

/** A letterhead as it was in force, or the one in force; undefined where there was none yet. */
async function findRow(
  db: Kysely<Tables>,
  organisationId: string,
  version?: number,
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select version, said, logo from letterheads
    where organisation_id = ${organisationId} and (${version === undefined} or version = ${version ?? 0})
    order by version desc limit 1`.execute(db)
  return rows[0]
}

function toWire(row: Row | undefined): Letterhead {
  return {
    ...nothing,
    ...row?.said,
    logo: row?.logo ? `data:image/png;base64,${row.logo.toString('base64')}` : '',
  }
}

/** Reads the letterhead that the caller's papers have now. */
export async function getLetterhead(db: Kysely<Tables>, { organisationId }: Actor): Promise<Letterhead> {
  return toWire(await findRow(db, organisationId))
}

/** Reads the letterhead that a paper had when it was printed first. */
export async function getPrintedLetterhead(
  db: Kysely<Tables>,
  organisationId: string,
  version: number,
): Promise<Letterhead> {
  return toWire(version === 0 ? undefined : await findRow(db, organisationId, version))
}

/** The number of the letterhead in force; 0 where there is none. */
export async function findLetterheadVersion(db: Kysely<Tables>, organisationId: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select coalesce(max(version), 0)::int as version from letterheads where organisation_id = ${organisationId}`.execute(
    db,
  )
  return rows[0]?.version ?? 0
}

/**
 * Changes what papers are headed with from now on. Those that were printed keep theirs.
 *
 * @param logo drawn from what was sent; null takes it away, undefined leaves it
 */
export async function updateLetterhead(
  trx: Transaction,
  actor: Actor,
  { logo: _sent, ...changes }: LetterheadBody,
  logo: Buffer | null | undefined,
): Promise<Letterhead> {
  // Two changes at once are one after the other.
  await sql`select from organisations where id = ${actor.organisationId} for update`.execute(trx)
  const row = await findRow(trx, actor.organisationId)
  const before = toWire(row)
  const next: Row = {
    version: (row?.version ?? 0) + 1,
    said: { ...nothing, ...row?.said, ...changes },
    logo: logo === undefined ? (row?.logo ?? null) : logo,
  }
  const after = toWire(next)
  const event = { type: 'letterhead.updated', subject: actor.organisationId, data: next.said } as const
  const changed = await appendChanges(trx, actor, [{ before, after, event }])
  if (changed.length > 0)
    await trx
      .insertInto('letterheads')
      .values({
        organisation_id: actor.organisationId,
        version: next.version,
        said: JSON.stringify(next.said),
        logo: next.logo,
        made_at: actor.now,
      })
      .execute()
  return after
}
