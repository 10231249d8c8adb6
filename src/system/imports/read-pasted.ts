import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import type { Row } from './cells.ts'
import type { Columns } from './columns.ts'
import type { Mapping } from './mapping.ts'
import { originOf } from './origin.ts'
import { openTable } from './table.ts'

/**
 * The rows of a small table that came as text, cut, understood and asked back as a file's would be; and the columns of it that are not read.
 *
 * @param most rows; one more is read, so that whoever asks sees that there are too many
 * @throws Refusal as `openTable` does
 */
export async function readPasted<Of extends Columns>(
  db: Kysely<Tables>,
  actor: Actor,
  { text, columns, mapping, most }: { text: string; columns: Of; mapping: Mapping; most: number },
): Promise<{ rows: Row<Of>[]; ignoredColumns: string[] }> {
  const origin = await originOf(db, actor)
  const folder = await mkdtemp(path.join(tmpdir(), 'granary-table-'))
  try {
    const file = path.join(folder, 'table.csv')
    await writeFile(file, text)
    const table = await openTable(file, columns, origin, mapping)
    const { ignored: ignoredColumns } = table.header
    for await (const rows of table.rows(most + 1)) return { rows, ignoredColumns }
    return { rows: [], ignoredColumns }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
