import Type from 'typebox'
import { download, read, write, type Operation } from '../../http/operation.ts'
import { idParam } from '../../http/validate/schema.ts'
import type { FileStore } from '../files/store.ts'
import { askExport, downloadExport, getExport, listExports, OrganisationExport } from './stored-exports.ts'

const ExportIdParam = idParam('The export, by id.')

/** Archives of all that an organisation has, served below /api/identity. */
export function archiveOperations({ store }: { store: FileStore }): Operation[] {
  return [
    write(
      {
        method: 'POST',
        path: '/organisation/exports',
        title: 'Export my organisation',
        description:
          'Has all that your organisation has written into one archive: its books, its files and the names of its people. It is written beside requests; GET it until it is `done`, and download it within 7 days. `organisation import` reads it into another installation. `in_use` while one is being written.',
        permission: 'organisation:write',
        needsStepUp: true,
        result: OrganisationExport,
        location: ({ id }) => `/api/identity/organisation/exports/${id}`,
        isResource: true,
      },
      (trx, actor) => askExport(trx, actor),
    ),
    read(
      {
        path: '/organisation/exports',
        title: 'List exports of my organisation',
        description:
          'Those that are being written or can be downloaded, and those that failed, the latest first.',
        permission: 'organisation:write',
        result: Type.Array(OrganisationExport),
      },
      (db, actor) => listExports(db, actor),
    ),
    read(
      {
        path: '/organisation/exports/:id',
        title: 'Get an export of my organisation',
        description: 'How far it is, and until when it can be downloaded.',
        permission: 'organisation:write',
        params: ExportIdParam,
        result: OrganisationExport,
        isResource: true,
      },
      (db, actor, { params }) => getExport(db, actor, params.id),
    ),
    download(
      {
        path: '/organisation/exports/:id/archive',
        title: 'Download an export of my organisation',
        description:
          'The archive. 404 before it is written, and once its days are over. Whoever has it has all that your organisation has: keep it as you keep your books.',
        permission: 'organisation:write',
        needsStepUp: true,
        isExport: true,
        params: ExportIdParam,
      },
      (db, actor, { params }) => downloadExport(store, db, actor, params.id),
    ),
  ]
}
