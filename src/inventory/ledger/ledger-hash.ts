import { createHash } from 'node:crypto'
import { readBatches, type Client } from '../../db/snapshot.ts'

/** What the hash is made of. Each row is read in the order of its key, which is the same on both databases. */
const books = [
  {
    table: 'ledger_entries',
    key: 'id',
    columns:
      'id, fact_id, effective_at, recorded_at, source_record_id, source_outside, destination_record_id, destination_outside, grams, planting_id, sold, is_count, reverses',
  },
  {
    table: 'ledger_balances',
    key: 'record_id',
    columns:
      'record_id, balance_grams, received_grams, harvested_grams, loss_grams, sold_grams, settled_to, next_due_at',
  },
  {
    table: 'movements',
    key: 'id',
    columns:
      'id, organisation_id, type, status, effective_at, record_id, source_record_id, destination_record_id, sender_id, receiver_id, weight_grams, empty_grams, full_grams, sold, adjustment_grams, shrink_grams, recorded_at, deleted_at',
  },
]

/**
 * One SHA-256 over all entries, balances and movements, in hexadecimal: equal where two ledgers are, on whichever database each
 * lies, and another one as soon as a gram differs. It reads everything, a batch at a time, and belongs into a transaction that
 * sees one moment.
 *
 * The columns are named, so that a migration which adds one does not change the hash. One that renames or removes one of
 * these has to change it.
 */
export async function ledgerHash(client: Client): Promise<string> {
  const hash = createHash('sha256')
  for (const { table, key, columns } of books) {
    hash.update(`${table}\n`)
    const query = `select row(${columns})::text as row from ${table} order by ${key}`
    for await (const rows of readBatches(client, query)) hash.update(`${rows.join('\n')}\n`)
  }
  return hash.digest('hex')
}
