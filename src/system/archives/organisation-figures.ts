import { createHash } from 'node:crypto'
import { readBatches, type Client } from '../../db/snapshot.ts'
import { headText } from '../audit/chain-hash.ts'

/** The figures by which two copies of an organisation's books are known to be the same. */
export interface OrganisationFigures {
  /** The stock in all its stores, in grams, as a number of any length. */
  balanceGrams: string
  /** SHA-256 over every balance, entry and movement, in hexadecimal. */
  booksHash: string
  /** Documents with a number of its series. */
  documents: number
  /** SHA-256 over those numbers and the last one of each series, in hexadecimal. */
  documentsHash: string
  /** The head of its audit log, as `audit verify --head` takes it; empty before the first entry. */
  auditHead: string
}

// Whole numbers, ids and texts alone: they are written alike by every database.
const BOOKS = [
  `select row(record_id, balance_grams, received_grams, harvested_grams, loss_grams, sold_grams)::text as row from ledger_balances
    where storer_id = $ order by record_id`,
  `select row(fact_id, id, source_record_id, source_outside, destination_record_id, destination_outside, grams, reverses, sold)::text as row
    from ledger_entries where storer_id = $ order by fact_id, id`,
  `select row(id, type, status, record_id, source_record_id, destination_record_id, weight_grams, shrink_grams)::text as row from movements
    where organisation_id = $ order by id`,
]
const DOCUMENTS = [
  `select row(id, document_number)::text as row from movements where organisation_id = $ and document_number is not null order by id`,
  `select row(id, document_number)::text as row from adjustments where storer_id = $ and document_number is not null order by id`,
  `select row(id, document_number)::text as row from papers where organisation_id = $ and document_number is not null order by id`,
]
const COUNTERS = [
  `select row(kind, storage_id, year, id, last_number)::text as row from number_counters where organisation_id = $ order by id`,
]

/**
 * Reads the figures of an organisation, within a transaction that sees one moment.
 *
 * @param organisationId checked to be an id
 */
export async function readOrganisationFigures(
  client: Client,
  organisationId: string,
): Promise<OrganisationFigures> {
  const ask = async <Row>(text: string) => (await client.query(text, [organisationId])).rows as Row[]
  const [sum] = await ask<{ grams: string }>(
    `select coalesce(sum(balance_grams), 0)::text as grams from ledger_balances where storer_id = $1`,
  )
  const [chain] = await ask<{ sequence: number; hash: Buffer }>(
    `select last_sequence as sequence, last_hash as hash from audit_chains where organisation_id = $1`,
  )
  const books = await hashRows(client, organisationId, BOOKS)
  const documents = await hashRows(client, organisationId, DOCUMENTS)
  const counters = await hashRows(client, organisationId, COUNTERS)
  return {
    balanceGrams: sum?.grams ?? '0',
    booksHash: books.hash,
    documents: documents.rows,
    documentsHash: createHash('sha256').update(`${documents.hash}\n${counters.hash}`).digest('hex'),
    auditHead: chain ? headText(chain) : '',
  }
}

async function hashRows(
  client: Client,
  organisationId: string,
  queries: string[],
): Promise<{ hash: string; rows: number }> {
  const hash = createHash('sha256')
  let count = 0
  for (const query of queries) {
    for await (const rows of readBatches(client, query.replace('$', `'${organisationId}'::uuid`))) {
      hash.update(`${rows.join('\n')}\n`)
      count += rows.length
    }
    hash.update('\n')
  }
  return { hash: hash.digest('hex'), rows: count }
}
