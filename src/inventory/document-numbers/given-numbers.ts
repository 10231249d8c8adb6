import { sql, type Kysely } from 'kysely'
import type { Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import {
  cellsOf,
  momentColumns,
  type TableCell,
  type TableColumns,
  type TableFile,
} from '../../http/table.ts'
import type { Sql } from '../../http/search/definition.ts'
import { isId, NIL_ID } from '../../kernel/ids.ts'
import { pageOf } from '../../kernel/page.ts'
import type { NumberKind } from './number-kinds.ts'
import type { GivenNumberPage, GivenNumbersQuery } from './schema.ts'

type Query = Static<typeof GivenNumbersQuery>
type GivenNumber = Static<typeof GivenNumberPage>['docs'][number]

interface Row {
  kind: NumberKind
  number: string
  place: number
  year: number
  storage_id: string
  is_cancelled: boolean
  at: Date
  movement_id: number
  paper_id: number
  adjustment_id: number
}

/** The numbers that were given, in the order of their series, the last one first; each once, whatever has it. */
export function listGivenNumbers(
  db: Kysely<Tables>,
  actor: Actor,
  query: Query,
): Promise<Static<typeof GivenNumberPage>> {
  const { limit, offset } = pageOf(query)
  return inOneMoment(db, async (moment) => {
    const { rows: counted } = await sql<{ count: number }>`
      select count(*)::int as count from ${givenNumbers(actor, query)} given`.execute(moment)
    const rows = await readNumbers(moment, actor, query, sql`limit ${limit} offset ${offset}`)
    return { docs: rows.map(toWire), totalDocs: counted[0]?.count ?? 0, limit, offset }
  })
}

/** Exports them as CSV, all at once. */
export function givenNumbersTable(db: Kysely<Tables>, actor: Actor, query: Query): TableFile {
  async function* rows(): AsyncGenerator<TableCell[]> {
    for (const row of await readNumbers(db, actor, query, sql``))
      yield cellsOf(columns, toWire(row), actor.timeZone)
  }
  return { fileName: 'numbers', columns: Object.keys(columns), rows: rows() }
}

const columns: TableColumns<GivenNumber> = {
  kind: ({ kind }) => kind,
  number: ({ number }) => number,
  place: ({ place }) => place,
  year: ({ year }) => year || '',
  storageId: ({ storageId }) => storageId,
  status: ({ status }) => status,
  ...momentColumns<GivenNumber>('at', 'atUTC', ({ atUTC }) => atUTC),
  movementId: ({ movementId }) => movementId || '',
  paperId: ({ paperId }) => paperId,
  adjustmentId: ({ adjustmentId }) => adjustmentId,
}

async function readNumbers(db: Kysely<Tables>, actor: Actor, query: Query, page: Sql): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select * from ${givenNumbers(actor, query)} given order by kind, year desc, storage_id, place desc ${page}`.execute(
    db,
  )
  return rows
}

/** All that has a number, by its place in its series: the parts of a lorry, the issues of a paper and what was counted together are one. */
function givenNumbers({ organisationId }: Actor, { kind, storageId, year }: Query): Sql {
  const given = sql`
    select number_counter_id, number_in_series, document_number, effective_at as at, status = 'deleted' as is_cancelled,
      id as movement_id, 0 as paper_id, 0 as adjustment_id
    from movements where organisation_id = ${organisationId} and number_counter_id is not null
    union all select number_counter_id, number_in_series, document_number, printed_at, false, 0, id, 0
    from papers where organisation_id = ${organisationId} and number_counter_id is not null
    union all select number_counter_id, number_in_series, document_number, effective_at, withdrawn_at is not null, 0, 0, id
    from adjustments where storer_id = ${organisationId} and number_counter_id is not null`
  return sql`(
    select c.kind, min(g.document_number) as number, g.number_in_series as place, c.year, c.storage_id, bool_and(g.is_cancelled) as is_cancelled,
      min(g.at) as at, coalesce(min(g.movement_id) filter (where not g.is_cancelled), min(g.movement_id)) as movement_id,
      max(g.paper_id) as paper_id, min(g.adjustment_id) as adjustment_id
    from (${given}) g join number_counters c on c.organisation_id = ${organisationId} and c.id = g.number_counter_id
    where (${kind ?? null}::text is null or c.kind = ${kind ?? null}) and (${year ?? null}::int is null or c.year = ${year ?? null})
      and (${storageId ?? null}::text is null or c.storage_id = ${storageId !== undefined && isId(storageId) ? storageId : NIL_ID}::uuid)
    group by c.kind, c.year, c.storage_id, g.number_in_series)`
}

function toWire(row: Row): GivenNumber {
  return {
    kind: row.kind,
    number: row.number,
    place: row.place,
    year: row.year,
    storageId: row.storage_id === NIL_ID ? '' : row.storage_id,
    status: row.is_cancelled ? 'cancelled' : 'given',
    atUTC: row.at.toISOString(),
    movementId: row.movement_id,
    paperId: row.paper_id === 0 ? '' : String(row.paper_id),
    adjustmentId: row.adjustment_id === 0 ? '' : String(row.adjustment_id),
  }
}
