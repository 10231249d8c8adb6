import { download, read, upload, write, type Operation } from '../../http/operation.ts'
import { archiveFile, changeSharing, downloadFile } from './files.ts'
import { discardStoredBytes, storeFile, uploadFile } from './upload-file.ts'
import { endingsOf, buckets, isBucket, MAX_BYTES, maxBytesOf } from './kinds.ts'
import { listFiles } from './list-files.ts'
import { fileInfo, getFile } from './queries.ts'
import {
  DownloadQuery,
  FileIdParam,
  FileInfo,
  FilePage,
  FilesQuery,
  SharingBody,
  StoredFile,
  UploadForm,
} from './schema.ts'
import type { Files } from './store.ts'

const taken = buckets
  .map((bucket) => `${bucket}: ${endingsOf(bucket).join(', ')}, up to ${maxBytesOf[bucket] / 1024 / 1024} MB`)
  .join('; ')

/** Files: sent, served, described and archived. */
export function fileOperations(files: Files): Operation[] {
  return [uploading(files), listing, downloading(files), describing, sharing, archiving]
}

function uploading(files: Files): Operation {
  return upload(
    {
      path: '/files',
      title: 'Upload a file',
      description:
        `Takes one file as multipart/form-data. Buckets take: ${taken}. The content type is decided by the bytes, never by the name. ` +
        'Images are decoded and encoded again, which removes what they say of place and camera, and stored that way. ' +
        'Films are kept as they came, with the place that the camera may have written in: sharing one wants mayTellPosition=true. ' +
        'Refused: other kinds (415), images that are broken or have over 50 megapixels, empty files, unknown organisations (400), ' +
        'files that are too large or beyond your organisation’s quota (413), another organisationId than your own (403).',
      permission: 'files:write',
      body: UploadForm,
      result: StoredFile,
      location: ({ info }) => `${info.url}/info`,
      field: 'file',
      incoming: files.incoming,
      maxBytes: ({ bucket }) => (isBucket(bucket) ? maxBytesOf[bucket] : MAX_BYTES),
      keep: ({ db }, actor, { body }, received) => storeFile(files, db, actor, body, received),
      discard: (kept, db) => discardStoredBytes(files, db, kept),
    },
    (trx, actor, { body, kept }) => uploadFile(files, trx, actor, body, kept),
  )
}

function downloading(files: Files): Operation {
  return download(
    {
      path: '/files/:id',
      title: 'Download a file',
      description:
        'The bytes of a file of your organisation, or of one that is shared with it, to be saved under its name. Takes `Range`, ' +
        '`If-Range` and `If-None-Match`. With `width` a smaller picture of a picture, as WebP, with an ETag of its own. 404 for an archived file; 416 for a range that the file does not have.',
      permission: 'files:read',
      params: FileIdParam,
      query: DownloadQuery,
    },
    (db, actor, { params, query }) => downloadFile(files, db, actor, params.id, query),
  )
}

const listing = read(
  {
    path: '/files',
    title: 'List files',
    description:
      'The files of your organisation, and those that others share with it, each with its size and whom it is shared with.',
    permission: 'files:read',
    query: FilesQuery,
    result: FilePage,
  },
  (db, actor, { query }) => listFiles(db, actor, query),
)

const describing = read(
  {
    path: '/files/:id/info',
    title: 'Request file information',
    description:
      'The details of a file of your organisation, archived or not, or of a file that is shared with it, without its bytes.',
    permission: 'files:read',
    params: FileIdParam,
    result: FileInfo,
    isResource: true,
  },
  async (db, actor, { params }) => fileInfo(await getFile(db, actor, params.id)),
)

const sharing = write(
  {
    method: 'PUT',
    path: '/files/:id/organisations',
    title: 'Change whom a file is shared with',
    description:
      'Names all other organisations that may see a file of yours; those left out no longer see it, at once, also where it was shared with a contract or ' +
      'as a ticket. A film shared with somebody new wants mayTellPosition: true, since it may tell where it was taken. ' +
      '400 for unknown organisations and archived files, 403 for a file that another organisation shares with you.',
    permission: 'files:write',
    params: FileIdParam,
    body: SharingBody,
    result: StoredFile,
    example: { organisations: ['01990c3e-5f7a-7c41-9a54-0d6f0a5e4b21'] },
    current: async (db, actor, { id }) => fileInfo(await getFile(db, actor, id)),
  },
  (trx, actor, { params, body }) => changeSharing(trx, actor, params.id, body),
)

const archiving = write(
  {
    method: 'DELETE',
    path: '/files/:id',
    title: 'Delete file',
    description:
      'Archives a file of your organisation: it can no longer be downloaded or referred to, and those it was shared with no longer ' +
      'see it; its description and what refers to it stay. Archived files still count towards the quota. 404 for a file that is archived already. ' +
      '403 for a file that another organisation shares with you.',
    permission: 'files:write',
    params: FileIdParam,
    result: StoredFile,
    current: async (db, actor, { id }) => fileInfo(await getFile(db, actor, id)),
  },
  (trx, actor, { params }) => archiveFile(trx, actor, params.id),
)
