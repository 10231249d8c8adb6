import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import type { Look } from './changes.ts'
import { compileRead, shapeOf, type IndexDefinition } from './read-rows.ts'
import { IndexRows, type PackedRows } from './rows.ts'

// The shelf: the rows of a search as one process has put them together, in the database for those that have not. It holds nothing
// that could not be made again, and whoever takes it reads what has changed since.

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Rows made by other statements, of a version before or after, are none of ours. */
function shapeKey<Doc>(db: Kysely<Tables>, definition: IndexDefinition<Doc>, actor: Actor): string {
  return hash('sha256', `${FORMAT}\n${compileRead(db, definition, actor, []).sql}`)
}

/** Of `PackedRows`, as it is written here. */
const FORMAT = 3

/** Keeps rows as they were at a look, in place of those that were kept before. */
export async function saveSnapshot<Doc>(
  db: Kysely<Tables>,
  definition: IndexDefinition<Doc>,
  actor: Actor,
  { look, packed }: { look: Look; packed: PackedRows },
): Promise<void> {
  const kept = {
    shape: shapeKey(db, definition, actor),
    ...look,
    rows: await bytesOf(packed),
  }
  await db
    .insertInto('kept_searches')
    .values({ organisation_id: actor.organisationId, search: definition.name, ...kept })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'search']).doUpdateSet(kept))
    .execute()
}

/** The rows that are kept of a search, and the look that they are of; undefined where there are none. */
export async function loadSnapshot<Doc>(
  db: Kysely<Tables>,
  definition: IndexDefinition<Doc>,
  actor: Actor,
): Promise<{ look: Look; rows: IndexRows } | undefined> {
  const kept = await onShelf(db, definition, actor).select(['number', 'token', 'rows']).executeTakeFirst()
  if (!kept) return undefined
  const { number, token, rows } = kept
  return {
    look: { number, token },
    rows: await IndexRows.unpack(shapeOf(definition, actor), columnsOf(rows)),
  }
}

/** True if rows of this search are stored for an organisation. */
export async function hasSnapshot<Doc>(
  db: Kysely<Tables>,
  definition: IndexDefinition<Doc>,
  actor: Actor,
): Promise<boolean> {
  const kept = await onShelf(db, definition, actor).select('number').executeTakeFirst()
  return kept !== undefined
}

function onShelf<Doc>(db: Kysely<Tables>, definition: IndexDefinition<Doc>, actor: Actor) {
  return db
    .selectFrom('kept_searches')
    .where('organisation_id', '=', actor.organisationId)
    .where('search', '=', definition.name)
    .where('shape', '=', shapeKey(db, definition, actor))
}

const LENGTH_BYTES = 4

/** Each column compressed, with its length before it. */
async function bytesOf(packed: PackedRows): Promise<Buffer> {
  const parts: Buffer[] = []
  for (const column of packed) {
    const bytes = await compress(column)
    const length = Buffer.alloc(LENGTH_BYTES)
    length.writeUInt32LE(bytes.length)
    parts.push(length, bytes)
  }
  return Buffer.concat(parts)
}

/** Answers one column after the other. */
function columnsOf(bytes: Buffer): () => Promise<Buffer> {
  let start = 0
  return () => {
    const begins = start + LENGTH_BYTES
    start = begins + bytes.readUInt32LE(start)
    return decompress(bytes.subarray(begins, start))
  }
}
