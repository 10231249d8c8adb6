import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Bytes } from '../../http/serve/send-bytes.ts'
import { AtMost } from '../../kernel/concurrency.ts'
import { notFound, Refusal, refuseFaults, fault } from '../../kernel/errors.ts'
import { appendEvent } from '../events/append-event.ts'
import { savedName, findKind, MAX_PIXELS } from './kinds.ts'
import { fileInfo, getFile, storedFile } from './queries.ts'
import type { SharingBody, StoredFile } from './schema.ts'
import { ensureConfirmed, shareFaults } from './share-files.ts'
import type { Files } from './store.ts'
import { message } from '../../words/catalogue.ts'

/**
 * The bytes of a file that is not archived, or of a smaller picture of it.
 *
 * @throws Refusal `not_found`; `invalid_input` for a width of what is no picture
 */
export async function downloadFile(
  { store }: Files,
  db: Kysely<Tables>,
  actor: Actor,
  id: string,
  { width }: { width?: number } = {},
): Promise<Bytes> {
  const row = await getFile(db, actor, id)
  if (row.status !== 'active') throw notFound('file', id)
  const whole: Bytes = {
    fileName: savedName(row.name, row.content_type),
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    version: fileInfo(row),
    open: (range) => store.read(row.storage_key, range),
  }
  return width === undefined ? whole : thumbnailOf(whole, { key: row.storage_key, name: row.name, width })
}

/**
 * Decides anew whom a file of the caller's organisation is shared with. Whoever is left out no longer sees it, from the next request on; what they
 * have downloaded they have.
 *
 * @throws Refusal `not_found`; `forbidden` for a file that another organisation shares with the caller's; `already_deleted` for an archived one;
 *   `invalid_input` for unknown organisations, and for a film shared with somebody new that is not confirmed to tell its position
 */
export async function changeSharing(
  trx: Transaction,
  actor: Actor,
  id: string,
  body: SharingBody,
): Promise<StoredFile> {
  const row = await getFile(trx, actor, id, { isLocked: true })
  if (row.organisation_id !== actor.organisationId) {
    throw new Refusal('forbidden', message('sharingIsForOwner', {}))
  }
  if (row.status !== 'active') throw new Refusal('already_deleted', message('fileIsArchived', {}))
  const organisations = [...new Set(body.organisations)].filter((each) => each !== actor.organisationId)
  refuseFaults(await shareFaults(trx, organisations))
  const added = organisations.filter((each) => !row.organisations.includes(each))
  if (added.length > 0) ensureConfirmed(row.content_type, body.mayTellPosition === true)
  if (added.length === 0 && organisations.length === row.organisations.length) return storedFile(row)
  const changed = await trx
    .updateTable('files')
    .set({ organisations })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await appendEvent(trx, actor, { type: 'file.sharing_changed', subject: id, data: { organisations } })
  return storedFile(changed)
}

/**
 * Archives a file: its description stays with its owner, and with what refers to it; nobody can download it, and those it
 * was shared with see it no more.
 *
 * @throws Refusal `not_found`, also for a file that is archived already; `forbidden` for a file that another organisation shares with the caller's
 */
export async function archiveFile(trx: Transaction, actor: Actor, id: string): Promise<StoredFile> {
  const row = await getFile(trx, actor, id)
  if (row.organisation_id !== actor.organisationId) {
    throw new Refusal('forbidden', message('archivingIsForOwner', {}))
  }
  const archived = await trx
    .updateTable('files')
    .set({ status: 'archived' })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .returningAll()
    .executeTakeFirst()
  if (!archived) throw notFound('file', id, { within: 'unarchived' })
  await appendEvent(trx, actor, { type: 'file.archived', subject: id, data: {} })
  return storedFile(archived)
}

/** Enough for the pictures of a few pages of tickets. */
const KEPT_BYTES = 32 * 1024 * 1024

/** By file and width: a file's bytes never change. */
const kept = new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES, sizeCalculation: ({ length }) => length })

/** A picture that is made smaller takes a core for a moment. */
const making = new AtMost(2)

const CONTENT_TYPE = 'image/webp'

/** A picture at most so many pixels wide, as WebP; of an animation the first one. */
async function thumbnailOf(
  file: Bytes,
  { key, name, width }: { key: string; name: string; width: number },
): Promise<Bytes> {
  if (!findKind(file.contentType)?.isImage)
    refuseFaults([fault('width', message('isNoPicture', {}), 'wrong_kind')])
  const place = `${key} ${width}`
  const small =
    kept.get(place) ?? (await making.run(async () => makeSmall(await buffer(await readWhole(file)), width)))
  kept.set(place, small)
  return {
    fileName: savedName(name, CONTENT_TYPE),
    contentType: CONTENT_TYPE,
    sizeBytes: small.length,
    version: { file: file.version, width },
    open: async ({ first, last }) => Readable.from([small.subarray(first, last + 1)]),
  }
}

const readWhole = ({ open, sizeBytes }: Bytes) => open({ first: 0, last: sizeBytes - 1 })

/** Makes a small copy. Stored files were decoded and encoded again on arrival, in a process of their own: these bytes are of our own making. */
async function makeSmall(bytes: Buffer, width: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true })
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
}
