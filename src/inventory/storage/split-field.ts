import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { hectaresFrom, squareMetres } from '../../kernel/area.ts'
import { Refusal, refuseFaults } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import { appendEvents } from '../../system/events/append-event.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { lockStorages } from './lock-storage.ts'
import type { SplitFieldBody } from './schema.ts'
import { sharePlantings, type FieldPart, type SplitSource } from './share-plantings.ts'
import { partNameFaults, splitFaults } from './split-rules.ts'

/**
 * Splits fields into more fields (rules.md §6). Each row makes one field out of its source, which keeps the rest. The
 * new field is where its source is and belongs to the same business units. Crops still standing in the source are
 * shared out by hectares; one that is wholly harvested stays with the source. All rows or none.
 */
export async function splitField(
  trx: Transaction,
  actor: Actor,
  rows: SplitFieldBody,
): Promise<{ message: string; status: string; ids: string[] }> {
  const storages = await lockStorages(
    trx,
    actor,
    rows.map((row) => row.source),
  )
  const areas = new Map<string, number | undefined>()
  for (const [id, { type, area_hectares: area }] of storages) {
    if (type === 'field') areas.set(id, area === null ? undefined : squareMetres(area))
  }
  const faults = [...splitFaults(rows, areas), ...partNameFaults(rows, await namesOfParts(trx, actor, rows))]
  if (rows.some((row) => !storages.has(row.source))) {
    throw new Refusal('not_found', message('fieldsAreMissing', {}), { faults })
  }
  refuseFaults(faults)

  const parts = await splitFields(trx, actor, rows, areas)
  const done = message('fieldsWereMade', { names: parts.map(({ name }) => name) })
  return {
    status: 'success',
    message: render(done, actor),
    ids: parts.map(({ fieldId }) => fieldId),
  }
}

/** For each row, the name of a field that was split off its source before, where that is the row's, whatever its case. */
async function namesOfParts(
  trx: Transaction,
  { organisationId }: Actor,
  rows: SplitFieldBody,
): Promise<(string | undefined)[]> {
  const names = rows.map(({ name }) => tidied(name))
  const { rows: parts } = await sql<{ place: number; name: string }>`
    select asked.place, part.name
    from unnest(${rows.map(({ source }) => source)}::text[], ${names}::text[]) with ordinality as asked (source, name, place)
    cross join lateral (
      select name from storages
      where organisation_id = ${organisationId} and type = 'field' and lower(name) = lower(asked.name)
        and split_from::text = asked.source
      order by created_at, id limit 1
    ) part`.execute(trx)
  const byPlace = new Map(parts.map(({ place, name }) => [place, name]))
  return rows.map((_row, index) => byPlace.get(index + 1))
}

/**
 * Makes the fields that rows with nothing wrong in them ask for, in a handful of statements for all. `areas` has what the
 * sources have in square metres; they are locked.
 */
export async function splitFields(
  trx: Transaction,
  actor: Actor,
  rows: SplitFieldBody,
  areas: Map<string, number | undefined>,
): Promise<FieldPart[]> {
  const parts = rows.map(({ source, name, hectares, variety }) => ({
    source,
    fieldId: newId(),
    name: tidied(name),
    squareMetres: squareMetres(hectares),
    variety: tidied(variety ?? '') || null,
  }))
  const sources = [...Map.groupBy(parts, (part) => part.source)].map(([fieldId, made]) => ({
    fieldId,
    squareMetres: areas.get(fieldId) ?? 0,
    parts: made,
  }))
  await makeFields(trx, actor, parts)
  await keepAreas(trx, actor, sources)
  const shared = await sharePlantings(trx, actor, sources)
  await appendEvents(
    trx,
    actor,
    sources.map(({ fieldId, parts: made }) => ({
      type: 'storage.field_split',
      subject: fieldId,
      data: { fieldIds: made.map((part) => part.fieldId), recordIds: shared.get(fieldId) ?? [] },
    })),
  )
  return parts
}

/** The new fields are where their sources are, and belong to the same business units. */
async function makeFields(
  trx: Transaction,
  { now }: Actor,
  parts: (FieldPart & { source: string })[],
): Promise<void> {
  const ids = parts.map(({ fieldId }) => fieldId)
  const sourceIds = parts.map(({ source }) => source)
  await sql`
    insert into storages (id, organisation_id, name, type, area_hectares, location, tags, split_from, created_at, updated_at)
    select part.id, organisation_id, part.name, 'field', part.area, location, tags, part.source_id, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${ids}::uuid[], ${sourceIds}::uuid[], ${parts.map(({ name }) => name)}::text[],
      ${parts.map((part) => hectaresFrom(part.squareMetres))}::numeric[]) as part (id, source_id, name, area)
    join storages on storages.id = part.source_id`.execute(trx)
  await sql`
    insert into storage_business_units (organisation_id, storage_id, business_unit_id)
    select organisation_id, part.id, business_unit_id from unnest(${ids}::uuid[], ${sourceIds}::uuid[]) as part (id, source_id)
    join storage_business_units on storage_id = part.source_id`.execute(trx)
}

/** Leaves with each source the area that is not made into a field. */
async function keepAreas(trx: Transaction, { now }: Actor, sources: SplitSource[]): Promise<void> {
  const rests = sources.map(({ squareMetres: area, parts }) =>
    hectaresFrom(parts.reduce((left, part) => left - part.squareMetres, area)),
  )
  await sql`
    update storages set area_hectares = source.area, updated_at = ${now}::timestamptz
    from unnest(${sources.map(({ fieldId }) => fieldId)}::uuid[], ${rests}::numeric[]) as source (id, area)
    where storages.id = source.id`.execute(trx)
}
