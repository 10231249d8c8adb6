import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { fault, invalidInput, Refusal, type Fault } from '../../kernel/errors.ts'
import type { Actor } from '../actor.ts'
import { message } from '../../words/catalogue.ts'

/** Rules by which an operation takes a file. */
export interface UploadRules {
  /** The form's field that is the file. */
  field: string
  /** The directory in which the file arrives, under a name of ours; made when missing. */
  incoming: string
  /** Returns the largest size of the file, by the fields that came before it. */
  maxBytes: (fields: Record<string, unknown>) => number
}

/** A file that has arrived whole. It is removed after the request unless the operation has moved it away. */
export interface ReceivedFile {
  path: string
  sizeBytes: number
  /** Of what was sent. */
  sha256: Buffer
}

export interface ReceivedForm {
  /** The fields by name; the file's own is its SHA-256 in hex, so that forms can be compared. */
  fields: Record<string, unknown>
  file: ReceivedFile | undefined
  /** Faults of single parts, to be refused together with those of the fields. */
  faults: Fault[]
}

// The longest form has eight fields. The longest value is a list of fifty ids.
const LIMITS = { files: 1, fields: 20, parts: 21, fieldNameSize: 100, fieldSize: 64 * 1024, headerPairs: 20 }
/** Bytes that the fields and the form's own lines may add to the file. */
const FORM_BYTES = 256 * 1024

/**
 * Reads a multipart form, and streams the one file in it to disk. Whatever fails, a caller who goes away included, leaves
 * no file behind. Once a part is wrong the file is not kept: only what else is wrong is still looked for.
 *
 * @throws Refusal `body_too_large`, `unsupported_media_type`, or `invalid_input` for a form that cannot be read to its end
 */
export async function receiveForm(request: FastifyRequest, rules: UploadRules): Promise<ReceivedForm> {
  if (!request.isMultipart()) {
    throw new Refusal('unsupported_media_type', message('isNoForm', {}))
  }
  if (Number(request.headers['content-length']) > rules.maxBytes({}) + FORM_BYTES)
    throw tooLarge(rules.maxBytes({}))
  await mkdir(rules.incoming, { recursive: true, mode: 0o700 })
  const target = path.join(rules.incoming, randomUUID())
  const form: ReceivedForm = { fields: {}, file: undefined, faults: [] }
  const names = new Set<string>()
  try {
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize: Infinity } })) {
      const faults = faultsOfPart(part, names, rules.field)
      names.add(part.fieldname)
      form.faults.push(...faults)
      if (part.type === 'file') {
        const maxBytes = rules.maxBytes(form.fields)
        if (form.faults.length > 0) await letGoBy(part, maxBytes)
        else form.file = await saveFile(part, target, maxBytes)
      }
      if (faults.length > 0) continue
      form.fields[part.fieldname] =
        part.type === 'file' ? (form.file?.sha256.toString('hex') ?? '') : part.value
    }
    return form
  } catch (error) {
    await rm(target, { force: true })
    // What still comes is let go by, or the caller would never read the answer.
    request.raw.unpipe()
    request.raw.resume()
    throw refusalOf(error, form.faults)
  }
}

function faultsOfPart(part: Multipart, before: Set<string>, fileField: string): Fault[] {
  const { fieldname } = part
  if (before.has(fieldname)) return [fault(fieldname, message('isSentTwice', {}), 'duplicate')]
  if (part.type === 'file')
    return fieldname === fileField ? [] : [fault(fieldname, message('mustBeNoFile', {}), 'type')]
  if (fieldname === fileField) return [fault(fieldname, message('mustBeFile', {}), 'type')]
  if (part.valueTruncated)
    return [fault(fieldname, message('hasTooManyBytes', { limit: LIMITS.fieldSize }), 'maxLength')]
  // What a byte that could not be read has become.
  return typeof part.value === 'string' && part.value.includes('\ufffd')
    ? [fault(fieldname, message('isNotUtf8', {}), 'malformed_text')]
    : []
}

async function letGoBy({ file }: MultipartFile, maxBytes: number): Promise<void> {
  let sizeBytes = 0
  for await (const chunk of file as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    if (sizeBytes > maxBytes) throw tooLarge(maxBytes)
  }
}

async function saveFile({ file }: MultipartFile, target: string, maxBytes: number): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const measured = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      sizeBytes += chunk.length
      if (sizeBytes > maxBytes) throw tooLarge(maxBytes)
      hash.update(chunk)
      yield chunk
    }
  }
  const written = createWriteStream(target, { flags: 'wx', mode: 0o600 })
  try {
    await pipeline(file, measured, written)
  } finally {
    // One that fails early may still be about to make the file, which nobody would remove then.
    if (!written.closed) await new Promise((resolve) => written.once('close', resolve))
  }
  return { path: target, sizeBytes, sha256: hash.digest() }
}

function tooLarge(maxBytes: number): Refusal {
  const megabytes = maxBytes / 1024 / 1024
  return new Refusal('body_too_large', message('fileIsTooLarge', { megabytes }), { details: { maxBytes } })
}

/** Faults of the form are the caller's, faults of our disk are not. Where a part was wrong before, that is what is told. */
function refusalOf(error: unknown, faults: Fault[]): unknown {
  if (error instanceof Refusal || !(error instanceof Error) || 'syscall' in error) return error
  if (faults.length > 0) return invalidInput(faults)
  if ('statusCode' in error && error.statusCode === 413) {
    return new Refusal('body_too_large', message('formHasTooManyParts', { limit: LIMITS.fields }))
  }
  return new Refusal('invalid_input', message('formIsUnreadable', { problem: error.message }))
}

/** The request that a file came with. */
export interface SentBy {
  /** The Idempotency-Key, by which it can be told what became of it meanwhile. */
  key: string | undefined
  /** Aborted when whoever sent it has left: what is worked out for the answer alone ends. */
  signal: AbortSignal
}

/** Steps of an upload with its file, beside the transaction, which must not wait for a disk or a network. */
export interface UploadSteps<In, Kept> {
  /** Judges the file that has arrived and puts it where it stays. */
  keep(database: Database, actor: Actor, input: In, file: ReceivedFile, sent: SentBy): Promise<Kept>
  /** Takes back what was kept, where nothing was stored that needs it: the command refused, or it was done before. */
  discard(kept: Kept, db: Kysely<Tables>): Promise<void>
  /**
   * `keep` stores what it was sent, in steps that each commit. The Idempotency-Key is claimed before it then, and not with
   * what `run` writes: a second request with the same key waits, and does nothing.
   */
  isStepwise?: boolean
}
