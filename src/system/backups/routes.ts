import Type from 'typebox'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { download, read, write, type Operation } from '../../http/operation.ts'
import type { Bytes } from '../../http/serve/send-bytes.ts'
import { idParam } from '../../http/validate/schema.ts'
import { notFound, Refusal } from '../../kernel/errors.ts'
import { message } from '../../words/catalogue.ts'
import type { BackupPlace } from './backup-place.ts'
import { askRunByPerson, getRunRow, isInPlace, listRuns, runToWire } from './backup-runs.ts'
import { getInstallation, type InstallationOptions } from './installation.ts'
import { AskRunBody, BackupRun, Installation } from './schema.ts'

const RunIdParam = idParam('The backup or drill, by id.')

/** Operations for those who run the installation: what it is, and its backups. */
export function installationOperations(options: InstallationOptions): Operation[] {
  return [
    read(
      {
        path: '/installation',
        title: 'Get the installation',
        description:
          'The version, the schema, the database, the disk, backups, and a newer version where an address or a folder is set to look for one (asked for then, at most once an hour). `attention` says what somebody should see to.',
        permission: 'platform:admin',
        result: Installation,
      },
      (db, actor) => getInstallation(options, db, actor),
    ),
    read(
      {
        path: '/installation/backups',
        title: 'List backups',
        description: 'The latest 30 backups and drills, those under way too, the latest first.',
        permission: 'platform:admin',
        result: Type.Array(BackupRun),
      },
      (db, actor) => listRuns(db, actor),
    ),
    write(
      {
        method: 'POST',
        path: '/installation/backups',
        title: 'Make a backup, or try one',
        description:
          'Has a backup made now, or the newest one restored into a scratch database and compared (`drill`), of which nothing stays. It is done beside requests, in a process of low priority: GET it until it is `done` or `failed`. `in_use` while one is under way.',
        permission: 'platform:admin',
        body: AskRunBody,
        result: BackupRun,
        location: ({ id }) => `/api/system/installation/backups/${id}`,
        isResource: true,
        example: { kind: 'backup' },
      },
      (trx, actor, { body }) => askRunByPerson(trx, actor, body.kind),
    ),
    read(
      {
        path: '/installation/backups/:id',
        title: 'Get a backup',
        description: 'How far a backup or a drill is, and what came of it.',
        permission: 'platform:admin',
        params: RunIdParam,
        result: BackupRun,
        isResource: true,
      },
      async (db, actor, { params }) => runToWire(await getRunRow(db, params.id), actor),
    ),
    download(
      {
        path: '/installation/backups/:id/file',
        title: 'Download a backup',
        description:
          'The file, which is encrypted: one that is not is refused with `forbidden`, because it has what all organisations have. 404 where it is not in the place of backups any more.',
        permission: 'platform:admin',
        needsStepUp: true,
        isExport: true,
        params: RunIdParam,
      },
      (db, _actor, { params }) => downloadBackup(options.place, db, params.id),
    ),
  ]
}

/** @throws Refusal `not_found`; `forbidden` for one that anybody could read */
async function downloadBackup(place: BackupPlace, db: Kysely<Tables>, id: string): Promise<Bytes> {
  const row = await getRunRow(db, id)
  const { file, size_bytes: sizeBytes, is_encrypted: isEncrypted } = row
  if (!isInPlace(row) || file === null || sizeBytes === null) throw notFound('backup', id)
  if (isEncrypted !== true) throw new Refusal('forbidden', message('backupIsOpen', {}))
  return {
    fileName: file,
    contentType: 'application/octet-stream',
    sizeBytes,
    version: id,
    open: (range) => place.read(file, range),
  }
}
