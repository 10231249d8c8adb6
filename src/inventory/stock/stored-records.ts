import type { Selectable } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { noneFound, Refusal } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { kindOf } from './merge-key.ts'
import { descriptionOf, type Arrival } from './merge-stock.ts'
import { message } from '../../words/catalogue.ts'

/** Columns that commands need of a record that stock is taken from. */
export type StoredRecord = Pick<
  Selectable<Tables['records']>,
  | 'id'
  | 'keeper_id'
  | 'owner_id'
  | 'bay_id'
  | 'name'
  | 'kind'
  | 'source'
  | 'commodity_id'
  | 'type_id'
  | 'grade_id'
  | 'variety'
  | 'tag_ids'
  | 'harvest_year'
  | 'segregation'
  | 'tags'
  | 'quality'
  | 'uncleaned_share'
  | 'stated_at'
>

/**
 * The records a command takes stock from. Only the organisation that holds the stock enters what happens to it.
 *
 * @throws Refusal `not_found` for records that are not there or not the caller's; `forbidden` for the caller's stock in
 *   somebody else's store
 */
export async function getStoredRecords(trx: Transaction, actor: Actor, recordIds: string[]) {
  const { organisationId } = actor
  const rows = await trx
    .selectFrom('records')
    .selectAll()
    .where('id', '=', anyOf(recordIds.filter(isId), 'uuid'))
    .execute()
  const isConcerned = (row: (typeof rows)[number]) =>
    [row.keeper_id, row.elsewhere_owner_id].includes(organisationId)
  const found = new Map(rows.filter(isConcerned).map((row) => [row.id, row]))
  const [missing, ...others] = recordIds.filter((id) => !found.has(id))
  if (missing !== undefined) throw noneFound('record', [missing, ...others])
  const records = recordIds.flatMap((id) => found.get(id) ?? [])
  const elsewhere = records.find((row) => row.keeper_id !== organisationId)
  if (elsewhere) {
    throw new Refusal('forbidden', message('liesElsewhere', { name: elsewhere.name }))
  }
  return records
}

/** A record's stock on its way to another place of the same keeper. */
export function arrivalOf(source: StoredRecord, grams: number, effectiveAt: Date): Arrival {
  return {
    kind: kindOf(source),
    description: descriptionOf(source),
    grams,
    effectiveAt,
    name: source.name,
    source: 'movement',
    tags: source.tags,
  }
}
