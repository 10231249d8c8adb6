import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal, refuseFaults } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { lockOwnStorages } from './own-storage.ts'
import type { SplitFieldBody } from './schema.ts'
import { sharePlantings, type FieldPart } from './share-plantings.ts'
import { hectaresFrom, splitFaults, squareMetres } from './split-rules.ts'

/**
 * Splits fields into more fields (domain.md §6). Each row makes one field out of its source, which keeps the rest. The
 * new field is where its source is and belongs to the same business units. Crops still standing in the source are
 * shared out by hectares; one that is wholly harvested stays with the source. All rows or none.
 */
export async function splitField(
  trx: Transaction,
  actor: Actor,
  rows: SplitFieldBody,
): Promise<{ message: string; status: string; ids: string[] }> {
  const storages = await lockOwnStorages(
    trx,
    actor,
    rows.map((row) => row.source),
  )
  const areas = new Map<string, number | undefined>()
  for (const [id, { type, area_hectares: area }] of storages) {
    if (type === 'field') areas.set(id, area === null ? undefined : squareMetres(area))
  }
  const faults = splitFaults(rows, areas)
  if (rows.some((row) => !storages.has(row.source))) {
    throw new Refusal('not_found', 'Not every field is there, or yours. Nothing was changed.', { faults })
  }
  refuseFaults(faults)

  const parts = rows.map(({ source, name, hectares, variety }) => ({
    source,
    fieldId: newId(actor.now.getTime()),
    name: name.trim(),
    squareMetres: squareMetres(hectares),
    variety: variety?.trim() || null,
  }))
  for (const [source, made] of Map.groupBy(parts, (part) => part.source)) {
    await splitOne(trx, actor, { fieldId: source, squareMetres: areas.get(source) ?? 0 }, made)
  }
  const names = parts.map(({ name }) => name).join(', ')
  return {
    status: 'success',
    message:
      parts.length === 1 ? `The field ${names} was made.` : `${parts.length} fields were made: ${names}.`,
    ids: parts.map(({ fieldId }) => fieldId),
  }
}

async function splitOne(
  trx: Transaction,
  actor: Actor,
  source: { fieldId: string; squareMetres: number },
  parts: FieldPart[],
): Promise<void> {
  for (const part of parts) await makeField(trx, actor, source.fieldId, part)
  const rest = parts.reduce((left, part) => left - part.squareMetres, source.squareMetres)
  await trx
    .updateTable('storages')
    .set({ area_hectares: hectaresFrom(rest), updated_at: actor.now })
    .where('id', '=', source.fieldId)
    .execute()
  await sharePlantings(trx, actor, source, parts)
  const fieldIds = parts.map(({ fieldId }) => fieldId)
  await appendEvent(trx, actor, { type: 'storage.field_split', subject: source.fieldId, data: { fieldIds } })
}

async function makeField(trx: Transaction, { now }: Actor, sourceId: string, part: FieldPart): Promise<void> {
  const { fieldId, name } = part
  await sql`
    insert into storages (id, organisation_id, name, type, area_hectares, location, tags, created_at, updated_at)
    select ${fieldId}::uuid, organisation_id, ${name}, 'field', ${hectaresFrom(part.squareMetres)}::numeric, location, tags,
      ${now}::timestamptz, ${now}::timestamptz
    from storages where id = ${sourceId}`.execute(trx)
  await sql`
    insert into storage_business_units (storage_id, business_unit_id)
    select ${fieldId}::uuid, business_unit_id from storage_business_units where storage_id = ${sourceId}`.execute(
    trx,
  )
}
