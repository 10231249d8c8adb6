import { createQueryId, RawNode, type CompiledQuery } from 'kysely'
import { keepName } from './prepared.ts'

const WRITE = /^\s*(?:insert into|update|delete from)\s+"?(\w+)"?/i
const PLACEHOLDER = /\$(\d+)/g

/**
 * The table that a write changes.
 *
 * @throws TypeError for anything but a plain INSERT, UPDATE or DELETE
 */
export function tableOf({ sql }: CompiledQuery): string {
  const known = tables.get(sql) ?? WRITE.exec(sql)?.[1]
  if (known === undefined) throw new TypeError(`not a plain write: ${sql}`)
  tables.set(sql, known)
  return known
}

// By their texts, of which there are few: whatever makes them keeps them.
const tables = new Map<string, string>()
const combined = new Map<string, string>()

/**
 * Several writes as one statement, which costs the server and the driver less than one after the other. None sees what the
 * others do, and no two may change the same table: PostgreSQL would do only one of two changes of a row.
 *
 * @example
 * combineWrites([insertMovement, insertEvent]).sql // 'with write_1 as (insert …) insert …'
 */
export function combineWrites(writes: CompiledQuery[]): CompiledQuery {
  const [first] = writes
  if (first && writes.length === 1) return first
  const key = writes.map(({ sql }) => sql).join('\n;\n')
  const sql = combined.get(key) ?? combine(key, writes)
  const parameters = writes.flatMap((write) => write.parameters)
  return { sql, parameters, query: RawNode.createWithSql(sql), queryId: createQueryId() }
}

function combine(key: string, writes: CompiledQuery[]): string {
  const sql = textOf(writes)
  combined.set(key, sql)
  keepName(sql)
  return sql
}

function textOf(writes: CompiledQuery[]): string {
  let before = 0
  const texts = writes.map(({ sql, parameters }) => {
    const offset = before
    before += parameters.length
    return sql.replace(PLACEHOLDER, (_placeholder, number: string) => `$${Number(number) + offset}`)
  })
  const parts = texts.slice(0, -1).map((text, place) => `write_${place + 1} as (${text})`)
  return `with ${parts.join(',\n')}\n${texts.at(-1)}`
}
