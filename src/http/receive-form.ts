import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { fault, Refusal, refuseFaults, type Fault } from '../kernel/errors.ts'

/** How an operation takes a file. */
export interface UploadRules {
  /** The form's field that is the file. */
  field: string
  /** The directory in which the file arrives, under a name of ours; made when missing. */
  incoming: string
  /** How large the file may be, by the fields that came before it. */
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
}

// The longest form has seven fields. The longest value is a list of fifty ids.
const LIMITS = { files: 1, fields: 20, parts: 21, fieldNameSize: 100, fieldSize: 8 * 1024, headerPairs: 20 }
/** What the fields and the form's own lines may add to the file. */
const FORM_BYTES = 256 * 1024

/**
 * Reads a multipart form, and streams the one file in it to disk. Whatever fails, a caller who goes away included, leaves
 * no file behind.
 *
 * @throws Refusal `body_too_large`, `unsupported_media_type`, or `invalid_input` for a form that cannot be read
 */
export async function receiveForm(request: FastifyRequest, rules: UploadRules): Promise<ReceivedForm> {
  if (!request.isMultipart()) {
    throw new Refusal('unsupported_media_type', 'Send the file and its fields as multipart/form-data.')
  }
  if (Number(request.headers['content-length']) > rules.maxBytes({}) + FORM_BYTES)
    throw tooLarge(rules.maxBytes({}))
  await mkdir(rules.incoming, { recursive: true, mode: 0o700 })
  const target = path.join(rules.incoming, randomUUID())
  const form: ReceivedForm = { fields: {}, file: undefined }
  try {
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize: Infinity } })) {
      refuseFaults(faultsOfPart(part, form.fields, rules.field))
      if (part.type === 'file') {
        form.file = await saveFile(part, target, rules.maxBytes(form.fields))
        form.fields[part.fieldname] = form.file.sha256.toString('hex')
      } else {
        form.fields[part.fieldname] = part.value
      }
    }
    return form
  } catch (error) {
    await rm(target, { force: true })
    // What still comes is let go by, or the caller would never read the answer.
    request.raw.unpipe()
    request.raw.resume()
    throw refusalOf(error)
  }
}

function faultsOfPart(part: Multipart, fields: Record<string, unknown>, fileField: string): Fault[] {
  const { fieldname } = part
  if (Object.hasOwn(fields, fieldname)) return [fault(fieldname, 'is sent more than once', 'duplicate')]
  if (part.type === 'file')
    return fieldname === fileField ? [] : [fault(fieldname, 'must not be a file', 'type')]
  if (fieldname === fileField) return [fault(fieldname, 'must be a file', 'type')]
  return part.valueTruncated
    ? [fault(fieldname, `must have at most ${LIMITS.fieldSize} bytes`, 'maxLength')]
    : []
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
  const message = `The file is larger than the ${maxBytes / 1024 / 1024} MB that are taken here.`
  return new Refusal('body_too_large', message, { details: { maxBytes } })
}

/** Faults of the form are the caller's, faults of our disk are not. */
function refusalOf(error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error) || 'syscall' in error) return error
  if ('statusCode' in error && error.statusCode === 413) {
    return new Refusal(
      'body_too_large',
      `The form has too many parts: one file and at most ${LIMITS.fields} fields are taken.`,
    )
  }
  return new Refusal('invalid_input', `The form could not be read: ${error.message}.`)
}
