import Type from 'typebox'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { read, type Operation } from '../../http/operation.ts'
import type { Actor } from '../../http/actor.ts'
import { closed, idParam, ListPage } from '../../http/validate/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { hashOfKey } from './queries.ts'
import { ImportRun, ImportRunSummary, type RunReport } from './schema.ts'

/** Gives the address of the bad rows of an import. */
export function errorsUrl(importId: string): string {
  return `/api/inventory/imports/${importId}/errors`
}

const PERMISSION = 'imports:write'
const MAX_RUNS = 200

/** The files that an organisation has imported. */
export const importRuns: Operation[] = [
  read(
    {
      path: '/imports',
      title: 'List imports',
      description:
        'The files that your organisation has imported, the last first, with who sent them and what became of their rows. Kept for 30 days. Dry runs ' +
        'are not among them.',
      permission: PERMISSION,
      query: closed({
        ...ListPage,
        kind: Type.Optional(Type.String({ maxLength: 40, description: 'Such as inventory/stores.' })),
        idempotencyKey: Type.Optional(
          Type.String({
            maxLength: 200,
            description:
              'The Idempotency-Key with which a file was sent: finds its import, also before the request is answered.',
          }),
        ),
      }),
      result: Type.Array(ImportRunSummary),
    },
    async (
      db,
      { organisationId, now },
      { query: { limit = MAX_RUNS, offset = 0, kind, idempotencyKey: key } },
    ) => {
      const rows = await selectRuns(db, organisationId)
        .$if(kind !== undefined, (runs) => runs.where('kind', '=', kind ?? ''))
        .$if(key !== undefined, (runs) => runs.where('key_hash', '=', hashOfKey(key ?? '')))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map((row) => summaryOf(row, now))
    },
  ),
  read(
    {
      path: '/imports/:id',
      title: 'Get an import',
      description:
        'How far it has come, what was understood of the file, and what became of its rows: the first of them, the sums, and the mapping by which it was read.',
      permission: PERMISSION,
      params: idParam('The import, by the `importId` that it answered.'),
      result: ImportRun,
      isResource: true,
    },
    (db, actor, { params }) => getRun(db, actor, params.id),
  ),
]

function selectRuns(db: Kysely<Tables>, organisationId: string) {
  return db
    .selectFrom('imports')
    .selectAll()
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('import_made')
            .select('import_id')
            .whereRef('import_made.organisation_id', '=', 'imports.organisation_id')
            .whereRef('import_made.import_id', '=', 'imports.id')
            .where('import_made.undone_at', 'is', null),
        )
        .as('has_left'),
    )
    .where('organisation_id', '=', organisationId)
}

type RunRow = Awaited<ReturnType<ReturnType<typeof selectRuns>['execute']>>[number]

/** One import of the caller's organisation. */
export async function getRun(
  db: Kysely<Tables>,
  { organisationId, now }: Actor,
  id: string,
): Promise<ImportRun> {
  const row = isId(id)
    ? await selectRuns(db, organisationId).where('id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw notFound('import', id)
  // It was made to this shape when the run ended; before, there is none.
  const report = row.report as Partial<RunReport>
  return { ...summaryOf(row, now), report: report.results ? (report as RunReport) : null }
}

/** A run that has not ended for so long was broken off: each of its steps takes seconds. */
const LONGEST_RUN_MILLISECONDS = 3_600_000

function summaryOf(row: RunRow, now: Date): ImportRunSummary {
  const { id, kind, success, changed, unchanged, validation, errors } = row
  return {
    id,
    kind,
    status: statusOf(row, now),
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    finishedAt: row.finished_at?.toISOString() ?? null,
    undoneAt: row.undone_at?.toISOString() ?? null,
    undoneBy: row.undone_by_name ?? '',
    totalRows: row.total_rows,
    rowsDone: row.rows_done,
    success,
    changed,
    unchanged,
    leftOut: row.left_out,
    validation,
    errors,
    errorsUrl: validation + errors > 0 ? errorsUrl(id) : '',
  }
}

function statusOf(
  { undone_at, has_left, finished_at, created_at, began_at }: RunRow,
  now: Date,
): ImportRunSummary['status'] {
  if (undone_at) return has_left ? 'partly_undone' : 'undone'
  if (finished_at) return 'done'
  if (now.getTime() - (began_at ?? created_at).getTime() >= LONGEST_RUN_MILLISECONDS) return 'broken_off'
  return began_at ? 'running' : 'waiting'
}
