import { sql, type Kysely } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { read, type Operation } from '../../http/operation.ts'
import { idParam, named, oneOf } from '../../http/validate/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { fileRefs } from '../../system/files/find-files.ts'

/** Of each kind of thing, the latest. */
const MOST_OF_A_KIND = 50

const useKinds = [
  'movement',
  'sample',
  'count',
  'stocktake',
  'contract',
  'store-note',
  'hold',
  'bay-check',
  'expert-question',
] as const

const FileUse = named('FileUse', {
  kind: oneOf(useKinds),
  id: Type.String({ description: 'Of what has the file.' }),
  name: Type.String({
    description:
      'What people call it: the registration of a lorry, the reference of a contract, the name of a stock-take, the beginning of a note or question. May be empty.',
  }),
  recordId: Type.String({
    description: 'The record of a sample or count, or the parcel of a hold; empty for all else.',
  }),
  storageId: Type.String({ description: 'The store of a note, hold or bay check; empty for all else.' }),
  atUTC: Type.String({ description: 'When it happened, or began.' }),
})

const FileUses = named('FileUses', {
  uses: Type.Array(FileUse, {
    description: `The latest first; at most ${MOST_OF_A_KIND} of each kind.`,
  }),
})
type FileUses = Static<typeof FileUses>

/** The operation that lists the uses of a file. */
export const fileUseOperations: Operation[] = [
  read(
    {
      path: '/files/:id/uses',
      title: 'Where a file is used',
      description:
        'What of your organisation has this file: movements, samples, counts, stock-takes, storage contracts, notes on stores, holds, bay checks, and questions to an expert. 404 for a file ' +
        'that you may not see. Messages are left out: they are for two people alone.',
      permission: 'files:read',
      params: idParam('The file, by id.'),
      result: FileUses,
    },
    (db, actor, { params }) => readUses(db, actor, params.id),
  ),
]

interface Row {
  kind: FileUses['uses'][number]['kind']
  id: string
  name: string
  record_id: string | null
  storage_id: string | null
  at: Date
}

function readUses(db: Kysely<Tables>, actor: Actor, id: string): Promise<FileUses> {
  const { organisationId } = actor
  const has = sql`file_ids @> array[${id}]::uuid[] and file_ids <> '{}'`
  const latest = sql`order by at desc limit ${MOST_OF_A_KIND}`
  return inOneMoment(db, async (moment) => {
    const seen = isId(id) ? await fileRefs(moment, actor, [id]) : new Map()
    if (!seen.has(id)) throw notFound('file', id)
    const { rows } = await sql<Row>`
      (select 'movement' as kind, id::text as id, coalesce(vehicle_registration, load_reference, '') as name,
        null::uuid as record_id, null::uuid as storage_id, effective_at as at
        from movements where organisation_id = ${organisationId} and weighbridge_file_id = ${id} and status <> 'deleted' ${latest})
      union all
      (select 'sample', id::text, '', record_id, null, recorded_at as at
        from samples where storer_id = ${organisationId} and ${has} ${latest})
      union all
      (select 'count', id::text, '', record_id, null, effective_at as at
        from adjustments where storer_id = ${organisationId} and ${has} ${latest})
      union all
      (select 'stocktake', t.id::text, t.name, null, null, max(c.counted_at) as at
        from stocktake_counts c
        join stocktakes t on t.organisation_id = c.organisation_id and t.id = c.stocktake_id
        where c.organisation_id = ${organisationId} and ${has} group by t.id, t.name ${latest})
      union all
      (select 'contract', id::text, reference, null, null, start_at as at
        from storage_contracts where (storer_id = ${organisationId} or (owner_id = ${organisationId}::text and confirmation is null)) and ${has} ${latest})
      union all
      (select 'store-note', n.id::text, left(n.note, 100), null, n.storage_id, n.created_at as at
        from storage_notes n join storages s on s.id = n.storage_id
        where s.organisation_id = ${organisationId} and ${has} ${latest})
      union all
      (select 'hold', h.id::text, left(h.note, 100), h.record_id, b.storage_id, h.created_at as at
        from holds h join bays b on b.organisation_id = h.organisation_id and b.id = h.bay_id
        where h.organisation_id = ${organisationId} and ${has} ${latest})
      union all
      (select 'bay-check', c.id::text, left(c.note, 100), null, c.storage_id, c.checked_at as at
        from bay_checks c where c.organisation_id = ${organisationId} and ${has} ${latest})
      union all
      (select 'expert-question', id::text, left(question, 100), null, null, created_at as at
        from expert_questions where organisation_id = ${organisationId} and ${has} ${latest})
      order by at desc, kind, id`.execute(moment)
    return {
      uses: rows.map(({ record_id: recordId, storage_id: storageId, at, ...row }) => ({
        ...row,
        recordId: recordId ?? '',
        storageId: storageId ?? '',
        atUTC: at.toISOString(),
      })),
    }
  })
}
