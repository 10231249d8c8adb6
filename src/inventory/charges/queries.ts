import { sql, type Kysely } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { formatDate } from '../../kernel/time.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { namedCommodity } from '../../system/commodities/named-ids.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { nameOfOwner } from '../partners/party-names.ts'
import { totalsByCurrency, type BilledLine } from './correction-rules.ts'
import { reckonStatement } from './reckon.ts'
import type { LoadOnLine } from './rules.ts'
import type { ChargeStatement, ChargeStatementSummary, WireLine } from './schema.ts'

type Db = Kysely<Tables>

/** The name of whose grain statement `s` is about. */
export const ownerOfCharges = nameOfOwner(sql`s.owner_id`, sql`s.organisation_id`)

interface Row {
  id: string
  owner_id: string
  owner_name: string
  from_month: string
  to_month: string
  number: string | null
  totals: ChargeStatement['totals'] | null
  ledger_hash: string | null
  paper_id: number | null
  created_by_name: string
  created_at: Date
  closed_by_name: string | null
  closed_at: Date | null
}

async function findRows(db: Db, { organisationId }: Actor, ids: string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select s.id, s.owner_id, ${ownerOfCharges} as owner_name, to_char(s.first_month, 'YYYY-MM') as from_month, to_char(s.last_month, 'YYYY-MM') as to_month,
      s.number, s.totals, s.ledger_hash, s.paper_id, s.created_by_name, s.created_at, s.closed_by_name, s.closed_at
    from charge_statements s where s.organisation_id = ${organisationId} and s.id = ${anyOf(ids, 'uuid')}`.execute(
    db,
  )
  return rows
}

async function getRow(db: Db, actor: Actor, id: string): Promise<Row> {
  const [row] = isId(id) ? await findRows(db, actor, [id]) : []
  if (!row) throw notFound('statement of charges', id)
  return row
}

function headOf(actor: Actor, row: Row) {
  const status = row.closed_at ? ('closed' as const) : ('draft' as const)
  return {
    id: row.id,
    status,
    statusName: render(message('chargeStatusName', { status }), actor),
    number: row.number ?? '',
    owner: { id: row.owner_id, name: row.owner_name },
    fromMonth: row.from_month,
    toMonth: row.to_month,
    createdByName: row.created_by_name,
    createdAtUTC: row.created_at.toISOString(),
    closedByName: row.closed_by_name ?? '',
    closedAtUTC: row.closed_at?.toISOString() ?? null,
    ledgerHash: row.ledger_hash ?? '',
  }
}

/**
 * A statement with its lines: of a draft as the book is now, of a closed one as they were then.
 *
 * @throws Refusal `not_found` for what is not there or not the caller's
 */
export function getCharges(db: Db, actor: Actor, id: string): Promise<ChargeStatement> {
  return inOneMoment(db, async (moment) => {
    const row = await getRow(moment, actor, id)
    const span = { ownerId: row.owner_id, fromMonth: row.from_month, toMonth: row.to_month }
    const lines = row.closed_at
      ? await storedLines(moment, actor, id)
      : await reckonStatement(moment, actor, span)
    return {
      ...headOf(actor, row),
      lines: lines.map((line) => lineToWire(actor, line)),
      totals: totalsByCurrency(lines),
      isOver: row.to_month < formatDate(actor.now, actor.timeZone).slice(0, 7),
    }
  })
}

async function storedLines(db: Db, { organisationId }: Actor, id: string): Promise<BilledLine[]> {
  const { rows } = await sql<{ lines: BilledLine[] }>`
    select lines from charge_statements where organisation_id = ${organisationId} and id = ${id}`.execute(db)
  return rows[0]?.lines ?? []
}

function lineToWire(actor: Actor, line: BilledLine): WireLine {
  const { key: _key, commodityId, loads, days, corrects, ...rest } = line
  return {
    ...rest,
    name: render(message('chargeKindName', { kind: line.kind }), actor),
    commodity: commodityId === 0 ? { id: 0, name: '' } : namedCommodity(actor.countryISO, commodityId),
    loads: loads.map(loadToWire),
    days: days.map(({ from, to, grams, freeGrams }) => ({
      from,
      to,
      weight: kilogramsFromGrams(grams),
      free: kilogramsFromGrams(freeGrams),
    })),
    corrects: corrects && { ...corrects, changed: corrects.changed.map(loadToWire) },
  }
}

function loadToWire({ movementId, number, day, grams, moistureThousandths }: LoadOnLine) {
  return {
    movementId,
    number,
    day,
    weight: kilogramsFromGrams(grams),
    ...(moistureThousandths !== undefined && { moisture: moistureThousandths / 1000 }),
  }
}

/** The caller's statements among `ids`, without their lines, in that order. */
export async function findCharges(db: Db, actor: Actor, ids: string[]): Promise<ChargeStatementSummary[]> {
  const possible = [...new Set(ids.filter(isId))]
  if (possible.length === 0) return []
  const rows = new Map((await findRows(db, actor, possible)).map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? [{ ...headOf(actor, row), totals: row.totals ?? [] }] : []
  })
}

/** The number of the paper that a closed statement was issued as; undefined of a draft. */
export async function paperOfCharges(db: Db, actor: Actor, id: string): Promise<string | undefined> {
  const { paper_id: paperId } = await getRow(db, actor, id)
  return paperId === null ? undefined : String(paperId)
}
