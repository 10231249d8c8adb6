import Type, { type Static } from 'typebox'
import { FileField } from '../../http/operation.ts'
import { textParameter } from '../../http/search/text-query.ts'
import { closed, described, idParam, maybe, named, oneOf, Page, PageOf } from '../../http/validate/schema.ts'
import { SEEN } from '../../kernel/names.ts'
import { buckets, MAX_SHARES } from './kinds.ts'

const fileTypes = [
  'sample',
  'avatar',
  'weighbridge',
  'contract',
  'image',
  'logo',
  'misc',
  'vehicle',
  'terms-conditions',
  'trade-contract',
  'rt-certificate',
] as const

export const FileIdParam = idParam('The file, by id.')

/** The form of an upload. */
export const UploadForm = closed({
  bucket: oneOf(buckets, 'Decides which kinds are taken, and how large. Send it before the file.'),
  type: oneOf(fileTypes, 'What the file is for.'),
  file: FileField,
  name: Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: SEEN,
    description: 'What people call it. Decides nothing about the content.',
  }),
  organisationId: Type.Optional(
    Type.String({ maxLength: 100, description: 'May repeat the organisation you act for.' }),
  ),
  organisations: Type.Optional(
    Type.String({
      maxLength: 40 * MAX_SHARES,
      description: `Ids of other organisations that may see the file, with commas between; at most ${MAX_SHARES}.`,
    }),
  ),
  mayTellPosition: Type.Optional(
    oneOf(
      ['true', 'false'],
      'Must be true where a film is shared: it is kept as the camera made it, and may tell where that was.',
    ),
  ),
})
export type UploadForm = Static<typeof UploadForm>

/** Organisations that a file is shared with from now on. */
export const SharingBody = closed({
  organisations: Type.Array(Type.String({ maxLength: 100 }), {
    maxItems: MAX_SHARES,
    description: 'All other organisations that may see the file, by id; those left out no longer see it.',
  }),
  mayTellPosition: maybe(
    described(
      Type.Boolean(),
      'Must be true where a film is shared with somebody new: it may tell where it was taken.',
    ),
  ),
})
export type SharingBody = Static<typeof SharingBody>

const Status = oneOf(['active', 'archived'])

export const FileInfo = named('FileInfo', {
  bucket: oneOf(buckets),
  type: oneOf(fileTypes),
  organisationId: Type.String(),
  name: Type.String(),
  path: Type.String({ description: 'Where the store keeps it.' }),
  hash: Type.String({
    description: 'SHA-256 of the bytes that a download gives, in hex. Images were encoded again.',
  }),
  contentType: Type.String({ description: 'What the bytes are, whatever the name says.' }),
  url: Type.String({ description: 'Where to download it, relative to this service.' }),
  urlStream: Type.String({ description: 'The same; takes Range.' }),
  userId: Type.String(),
  userName: Type.String(),
  organisations: Type.Array(Type.String(), {
    description: 'Who may see it besides its owner; of a file shared with you, you alone.',
  }),
  mayTellPosition: Type.Boolean({
    description:
      'Whether the bytes may hold where they were recorded, for whoever is sent them to read: true of films, which are kept as they came.',
  }),
  createdAtUTC: Type.String(),
  status: Status,
})
export type FileInfo = Static<typeof FileInfo>

export const StoredFile = named('StoredFile', {
  id: Type.String(),
  tags: Type.Array(Type.String()),
  info: FileInfo,
  organisationId: Type.String(),
  userId: Type.String(),
  type: oneOf(fileTypes),
  status: Status,
})
export type StoredFile = Static<typeof StoredFile>

export const DownloadQuery = closed({
  width: Type.Optional(
    Type.Integer({
      minimum: 16,
      maximum: 2000,
      description:
        'Of a picture: at most so many pixels wide, and as high as goes with that. Smaller ones stay as they are.',
    }),
  ),
})

/** Kinds of files as people tell them apart. */
const fileKinds = ['picture', 'pdf', 'film', 'other'] as const
export type FileKind = (typeof fileKinds)[number]

export const FilesQuery = closed({
  ...Page,
  query: textParameter('Part of the name of the file, or of whoever uploaded it.'),
  kind: Type.Optional(oneOf(fileKinds, 'What it is, by its bytes.')),
  type: Type.Optional(oneOf(fileTypes, 'What it is for.')),
  from: Type.Optional(
    oneOf(['own', 'others'], 'own: of your organisation. others: shared with it. Default: both.'),
  ),
  status: Type.Optional(
    oneOf(['active', 'archived'], 'Default: active. Others do not share what they archived.'),
  ),
  sortBy: Type.Optional(
    oneOf(['createdAtUTC', 'name', 'sizeBytes'], 'Default: createdAtUTC, the latest first.'),
  ),
  sortDesc: Type.Optional(Type.Boolean({ description: 'true sorts descending.' })),
})
export type FilesQuery = Static<typeof FilesQuery>

const NamedOrganisation = closed({ id: Type.String(), name: Type.String() })

export const ListedFile = named('ListedFile', {
  id: Type.String(),
  sizeBytes: Type.Integer(),
  organisationName: Type.String({ description: 'Whose it is.' }),
  sharedWith: Type.Array(NamedOrganisation, {
    description: 'The other organisations that may see a file of yours; empty for a file of theirs.',
  }),
  info: FileInfo,
})
export type ListedFile = Static<typeof ListedFile>

export const FilePage = PageOf(ListedFile)
