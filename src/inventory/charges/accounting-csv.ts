import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import type { TableCell, TableFile } from '../../http/table.ts'
import { Refusal } from '../../kernel/errors.ts'
import { formatDate } from '../../kernel/time.ts'
import { commodityNameFor } from '../../system/commodities/served-names.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { accountTable } from './accounting-columns.ts'
import { getCharges } from './queries.ts'
import type { AccountingQuery, ChargeStatement, WireLine } from './schema.ts'

/**
 * A closed statement in the import columns of a program for accounts.
 *
 * @throws Refusal `not_found`, and `in_use` of a draft, which may still change
 */
export async function accountingCsv(
  db: Kysely<Tables>,
  actor: Actor,
  id: string,
  { program, account = '', customerAccount, dueDays = 30 }: AccountingQuery,
): Promise<TableFile> {
  const statement = await getCharges(db, actor, id)
  const { number, owner, lines, closedAtUTC } = statement
  if (closedAtUTC === null) throw new Refusal('in_use', message('chargesAreDraft', {}))
  const day = formatDate(new Date(closedAtUTC), actor.timeZone)
  const { delimiter, head, rows } = accountTable(program, {
    number,
    customer: owner.name,
    customerAccount: customerAccount ?? owner.id,
    account,
    day,
    dueDay: Temporal.PlainDate.from(day).add({ days: dueDays }).toString(),
    lines: lines.map((line) => ({ ...line, description: descriptionOf(actor, line) })),
  })
  return { fileName: `${program}-${fileNumber(statement)}`, delimiter, columns: head, rows: streamed(rows) }
}

function fileNumber({ number }: ChargeStatement): string {
  return number.replaceAll(/[^A-Za-z0-9]+/g, '-')
}

async function* streamed(rows: string[][]): AsyncGenerator<TableCell[]> {
  yield* rows
}

/** The charge, with its quantity and rate, for people who read accounts. */
function descriptionOf(actor: Actor, line: WireLine): string {
  const { kind, month, commodity, quantity, unit, rate, divisor, corrects } = line
  const grain = commodity.id === 0 ? '' : (commodityNameFor(actor, commodity.id) ?? commodity.name)
  const of = { kind, month, grain }
  return corrects
    ? render(message('correctionInAccounts', { ...of, number: corrects.number }), actor)
    : render(message('chargeInAccounts', { ...of, quantity, unit, rate, divisor }), actor)
}
