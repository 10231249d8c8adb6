import { sql } from 'kysely'
import { readColumns, type CatalogColumn } from '../../db/catalog.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Erasure } from './erasure.ts'
import { idBeside, NAME_COLUMNS } from './personal-columns.ts'

/** Tables that name nobody, or are erased in another way. */
const LEFT = new Set([
  'ledger_entries',
  'ledger_spans',
  'audit_entries',
  'audit_pending',
  'audit_chains',
  'postcodes',
  'variety_lists',
  'signing_keys',
  'vault',
  'users',
])
/** Columns of what was printed, closed or is an organisation's own face: evidence with a checksum, kept as the law of books has it. */
const EVIDENCE = new Set(['papers.facts', 'periods.statement', 'letterheads.said'])

/** Writes a person's pseudonym in place of name and address in all tables but the audit log. Answers how many rows changed. */
export async function eraseInTables(trx: Transaction, erasure: Erasure): Promise<number> {
  const columns = await readColumns({ query: (text: string) => sql.raw(text).execute(trx) } as never)
  let rows = 0
  for (const [table, of] of Map.groupBy(columns, (each) => each.table)) {
    if (!LEFT.has(table)) rows += await eraseInTable(trx, erasure, table, of)
  }
  return rows
}

async function eraseInTable(
  trx: Transaction,
  erasure: Erasure,
  table: string,
  columns: CatalogColumn[],
): Promise<number> {
  const changes = columns
    .filter(({ name, generated }) => generated === 'no' && !EVIDENCE.has(`${table}.${name}`))
    .flatMap((column) => {
      const to = replaced(erasure, column, columns)
      return to === undefined ? [] : [{ column: sql.ref(column.name), to }]
    })
  if (changes.length === 0) return 0
  const set = changes.map(({ column, to }) => sql`${column} = ${to}`)
  const where = changes.map(({ column, to }) => sql`${column} is distinct from ${to}`)
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set ${sql.join(set)} where ${sql.join(where, sql` or `)}`.execute(trx)
  return Number(numAffectedRows)
}

/** The value of a column afterwards; undefined for one that cannot name anybody. */
function replaced(erasure: Erasure, { name, type }: CatalogColumn, all: CatalogColumn[]) {
  const column = sql.ref(name)
  const withoutAddress = addressReplaced(erasure, sql`${column}::text`)
  if (type === 'text[]') return sql`(${withoutAddress})::text[]`
  if (type === 'jsonb') return sql`(${namesReplaced(erasure, withoutAddress)})::jsonb`
  if (type !== 'text') return undefined
  if (!NAME_COLUMNS.test(name)) return withoutAddress
  const id = idBeside(name, all)
  const isTheirs = id
    ? sql`${column} = ${erasure.name} and (${sql.ref(id)} = ${erasure.userId}::uuid or ${erasure.isOnlyOfName}::boolean)`
    : sql`${column} = ${erasure.name} and ${erasure.isOnlyOfName}::boolean`
  return sql`case when ${isTheirs} then ${erasure.pseudonym} else ${withoutAddress} end`
}

/** Text without somebody's e-mail address, in whatever capitals, but with longer addresses that end in it. */
export function addressReplaced({ email, newEmail }: Erasure, text: ReturnType<typeof sql>) {
  const pattern = `(?<![\\w.+-])${email.replaceAll(/[^\w@-]/g, String.raw`\$&`)}(?![\\w-])`
  return sql`regexp_replace(${text}, ${pattern}, ${newEmail}, 'gi')`
}

/** JSON as PostgreSQL writes it, without somebody's name. Given and family name alone are somebody's only beside their id or address, or where `isTheirs` says so. */
export function namesReplaced(
  erasure: Erasure,
  json: ReturnType<typeof sql>,
  isTheirs: ReturnType<typeof sql> = sql`false`,
) {
  const { name, pseudonym, userId, newEmail, givenName, familyName, isOnlyOfName } = erasure
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
  const whole = isOnlyOfName ? sql`replace(${json}, ${inJson(name)}, ${pseudonym})` : json
  const member = (key: string, value: string) => `"${key}": ${JSON.stringify(value)}`
  return sql`case when ${isTheirs} or position(${userId} in ${json}) > 0 or position(${newEmail} in ${json}) > 0
    then replace(replace(${whole}, ${member('givenName', givenName)}, ${member('givenName', '')}),
      ${member('familyName', familyName)}, ${member('familyName', pseudonym)})
    else ${whole} end`
}
