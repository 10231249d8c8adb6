import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { isId, NIL_ID } from '../../kernel/ids.ts'
import { findCountry } from '../../system/countries/countries.ts'
import { appendChanges } from '../../system/events/append-event.ts'
import { message } from '../../words/catalogue.ts'
import { storeCodeOf } from './give-numbers.ts'
import { numberKinds, type NumberKind, type Restarts } from './number-kinds.ts'
import type { Numbering, NumberingBody } from './schema.ts'
import { partsOfPattern, patternOf, seriesFaults } from './series-rules.ts'

/** The series of an organisation, and what its stores are called in numbers. */

interface SeriesRow {
  kind: NumberKind
  prefix: string
  digits: number
  suffix: string
  restarts: Restarts
  by_store: boolean
  next: string
}

/** Reads how papers are numbered. */
export async function getNumbering(db: Kysely<Tables>, actor: Actor): Promise<Numbering> {
  const { stores, rows } = await inOneMoment(db, async (moment) => {
    const found = await findStores(moment, actor)
    return { stores: found, rows: await findSeries(moment, actor, found[0]?.storageId ?? NIL_ID) }
  })
  const series = rows.map(({ kind, restarts, by_store: byStore, next, ...parts }) => ({
    kind,
    pattern: patternOf(parts),
    restarts,
    byStore,
    next,
  }))
  series.sort((one, other) => numberKinds.indexOf(one.kind) - numberKinds.indexOf(other.kind))
  return { series, stores }
}

async function findStores(db: Kysely<Tables>, { organisationId }: Actor): Promise<Numbering['stores']> {
  const { rows } = await sql<Numbering['stores'][number]>`
    select s.id as "storageId", s.name, ${storeCodeOf({ organisationId: sql`s.organisation_id`, storageId: sql`s.id` })} as code
    from storages s where s.organisation_id = ${organisationId} and s.type = 'store' order by lower(s.name) collate "C", s.id`.execute(
    db,
  )
  return rows
}

async function findSeries(
  db: Kysely<Tables>,
  { organisationId, timeZone, now }: Actor,
  storageId: string,
): Promise<SeriesRow[]> {
  const code = storeCodeOf({ organisationId: sql`s.organisation_id`, storageId: sql`${storageId}::uuid` })
  const { rows } = await sql<SeriesRow>`
    select s.kind, s.prefix, s.digits, s.suffix, s.restarts, s.by_store,
      document_number(s.prefix, s.digits, s.suffix, ${code}, of.year, coalesce(c.last_number, 0) + 1) as next
    from number_series s
    cross join lateral (select extract(year from (${now}::timestamptz at time zone ${timeZone}) - make_interval(months => s.first_month - 1))::integer as year) of
    left join number_counters c on c.organisation_id = s.organisation_id and c.kind = s.kind
      and c.storage_id = case when s.by_store then ${storageId}::uuid else ${NIL_ID}::uuid end
      and c.year = case when s.restarts = 'never' then 0 else of.year end
    where s.organisation_id = ${organisationId}`.execute(db)
  return rows
}

/**
 * Changes how papers are numbered from now on; numbers that were given stay as they are, and each series goes on after its last one.
 *
 * @throws Refusal `invalid_input` with all that is wrong
 */
export async function updateNumbering(
  trx: Transaction,
  actor: Actor,
  { series = [], stores = [] }: NumberingBody,
): Promise<Numbering> {
  // Two changes at once are one after the other.
  await sql`select from number_series where organisation_id = ${actor.organisationId} order by kind for update`.execute(
    trx,
  )
  const before = await getNumbering(trx, actor)
  const wanted = series.map((said) => {
    const was = before.series.find(({ kind }) => kind === said.kind)
    return { ...was, pattern: '{0}', restarts: 'never' as const, byStore: false, ...was, ...said }
  })
  refuseFaults([
    ...wanted.flatMap((each, index) => seriesFaults(`series[${index}]`, each.kind, each)),
    ...repeated(series.map(({ kind }) => kind)).map((index) => twice(`series[${index}].kind`)),
    ...storeFaults(before, stores),
  ])
  for (const { kind, pattern, restarts, byStore } of wanted)
    await trx
      .updateTable('number_series')
      .set({
        ...partsOfPattern(pattern),
        restarts,
        first_month: restarts === 'harvest-year' ? harvestMonth(actor) : 1,
        by_store: byStore,
      })
      .where('organisation_id', '=', actor.organisationId)
      .where('kind', '=', kind)
      .execute()
  await writeCodes(trx, actor, stores)
  const after = await getNumbering(trx, actor)
  const event = { type: 'numbering.updated', subject: actor.organisationId, data: { ...after } } as const
  await appendChanges(trx, actor, [{ before, after, event }])
  return after
}

/** The month in which a harvest year of the country begins, whatever crop it is of. */
function harvestMonth({ countryISO }: Actor): number {
  return Number(findCountry(countryISO)?.harvestYearStarts.default.slice(0, 2) ?? 1)
}

async function writeCodes(
  trx: Transaction,
  { organisationId }: Actor,
  stores: { storageId: string; code: string }[],
): Promise<void> {
  if (stores.length === 0) return
  const ids = stores.map(({ storageId }) => storageId)
  // Two of them may change places.
  await sql`delete from store_codes where organisation_id = ${organisationId} and storage_id = any(${ids}::uuid[])`.execute(
    trx,
  )
  await trx
    .insertInto('store_codes')
    .values(
      stores.map(({ storageId, code }) => ({ organisation_id: organisationId, storage_id: storageId, code })),
    )
    .execute()
}

const twice = (path: string): Fault => fault(path, message('isNamedTwice', {}), 'duplicate')

/** The places of what was there before. */
function repeated(values: string[]): number[] {
  return values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []))
}

function storeFaults({ stores: known }: Numbering, stores: { storageId: string; code: string }[]): Fault[] {
  const codes = new Map(known.map(({ storageId, code }) => [storageId, code.toLowerCase()]))
  const unknown = stores.flatMap(({ storageId }, index) =>
    isId(storageId) && codes.has(storageId)
      ? []
      : [
          fault(
            `stores[${index}].storageId`,
            message('isNoStorage', { id: storageId.slice(0, 100) }),
            'unknown',
          ),
        ],
  )
  for (const { storageId, code } of stores) codes.set(storageId, code.toLowerCase())
  const isTaken = (code: string) =>
    [...codes.values()].filter((each) => each === code.toLowerCase()).length > 1
  return [
    ...unknown,
    ...repeated(stores.map(({ storageId }) => storageId)).map((index) => twice(`stores[${index}].storageId`)),
    ...stores.flatMap(({ code }, index) =>
      isTaken(code)
        ? [fault(`stores[${index}].code`, message('isCodeOfAnotherStore', { code }), 'duplicate')]
        : [],
    ),
  ]
}
