import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/errors.ts'
import { etagOf, matches } from '../write/etag.ts'
import { message } from '../../words/catalogue.ts'

/** The bytes from the first to the last, both counted from 0 and both included. */
export interface ByteRange {
  first: number
  last: number
}

/** A file on its way out. */
export interface Bytes {
  /** Name of the file when somebody saves it; any text. */
  fileName: string
  contentType: string
  sizeBytes: number
  /** The value behind the ETag. The file's description has to use the same. */
  version: unknown
  open: (range: ByteRange) => Promise<Readable>
}

/**
 * Sends a file to be saved, never to be shown: what strangers uploaded must not run as a page of ours. Players and
 * readers ask for parts of it (`Range`, `If-Range`); a list of ranges is answered with the whole, as RFC 9110 allows.
 *
 * @throws Refusal `range_not_satisfiable`
 */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Bytes,
): Promise<FastifyReply> {
  const { sizeBytes } = bytes
  const etag = etagOf(bytes.version)
  if (matches(request.headers['if-none-match'], etag)) return reply.header('ETag', etag).code(304).send()

  const condition = request.headers['if-range']
  const isCurrent = condition === undefined || condition === etag
  const isHead = request.method === 'HEAD'
  // RFC 9110 knows parts of what GET answers alone.
  const range = isCurrent && !isHead ? findRange(request.headers.range, sizeBytes) : undefined
  if (range === 'unsatisfiable') {
    reply.header('Content-Range', `bytes */${sizeBytes}`)
    throw new Refusal('range_not_satisfiable', message('rangeIsOutside', { sizeBytes }))
  }
  const part = range ?? { first: 0, last: sizeBytes - 1 }
  // Opened before anything is said, so that bytes that cannot be had are an error and not half an answer.
  const stream = isHead ? await openEmpty(bytes) : await bytes.open(part)
  if (range) reply.code(206).header('Content-Range', `bytes ${range.first}-${range.last}/${sizeBytes}`)
  return reply
    .headers({
      ETag: etag,
      'Accept-Ranges': 'bytes',
      'Cache-Control': 'private, no-cache',
      'Content-Disposition': attachment(bytes.fileName),
      'Content-Length': part.last - part.first + 1,
      'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'Content-Type': bytes.contentType,
      'X-Content-Type-Options': 'nosniff',
    })
    .send(stream)
}

/** Nothing of the bytes, once it is known that all of them are there: HEAD answers what GET would. */
async function openEmpty({ sizeBytes, open }: Bytes): Promise<Readable> {
  const end = await open({ first: sizeBytes - 1, last: sizeBytes - 1 })
  end.destroy()
  return Readable.from([])
}

/**
 * The one range that a Range header asks for; undefined where it asks for all, for several, or for what cannot be read.
 *
 * @example findRange('bytes=-500', 2000) // { first: 1500, last: 1999 }
 */
export function findRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  const found = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '')
  if (!found) return undefined
  const [, from = '', to = ''] = found
  if (from === '' && to === '') return undefined
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  if (from === '') {
    const length = Math.min(Number(to), sizeBytes)
    return length === 0 ? 'unsatisfiable' : { first: sizeBytes - length, last: sizeBytes - 1 }
  }
  const last = to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1)
  return Number(from) >= sizeBytes ? 'unsatisfiable' : { first: Number(from), last }
}

/**
 * A Content-Disposition that saves the file under its name (RFC 6266). What means something to a file system, and what
 * turns text round so that an ending looks like another, becomes `_`.
 */
export function attachment(fileName: string): string {
  const name = fileName.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}"*/:<>?\\|]/gu, '_').replace(/^[. ]+/, '_')
  const plain = name.replace(/[^\w .()+,=@[\]{}~-]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
