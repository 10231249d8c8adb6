import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Settings } from './store.ts'

/** As much of S3 as the service uses, on this machine. It takes nothing that is not signed. */
export interface TestS3 {
  settings: S3Settings
  /** The objects by bucket and key. */
  objects: Map<string, Buffer>
  /** From now on it takes no request without this session token, signed. */
  askFor(sessionToken: string | undefined): void
  /** Why requests were refused. */
  refused: string[]
  /** Makes it answer this status instead of working. */
  failWith(status: number | undefined): void
  /** Holds every answer back until the returned function is called. */
  hold(): () => void
  /** Sets the number of bytes of a body that it sends before it breaks off. */
  breakOffAfter(bytes: number | undefined): void
  /** Counts the requests that have come. */
  requests(): number
  close(): Promise<void>
}

export const ACCESS_KEY = 'GRANARYTESTKEY'
export const SECRET_KEY = 'not/a+secret'
const REGION = 'eu-west-2'

export async function openTestS3(): Promise<TestS3> {
  const objects = new Map<string, Buffer>()
  const refused: string[] = []
  let failure: number | undefined
  let sessionToken: string | undefined
  let requests = 0
  let held: Promise<void> = Promise.resolve()
  let most: number | undefined
  const server = createServer((request, response) => void answer(request, response))
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requests += 1
    const body = await buffer(request)
    await held
    const problem = problemOf(request, body, sessionToken)
    if (problem !== undefined) refused.push(problem)
    if (problem !== undefined || failure !== undefined) {
      response.writeHead(failure ?? 403).end(`<Error><Code>${problem ?? 'SlowDown'}</Code></Error>`)
      return
    }
    serve(objects, request, body, response, most)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // `listen` on a port gives an address.
  const { port } = server.address() as AddressInfo
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}/`,
      bucket: 'granary-files',
      region: REGION,
      credentials: {
        kind: 'fixed',
        accessKeyId: ACCESS_KEY,
        secretAccessKey: SECRET_KEY,
        sessionToken: undefined,
      },
    },
    objects,
    refused,
    askFor: (token) => void (sessionToken = token),
    failWith: (status) => void (failure = status),
    hold() {
      const gate = Promise.withResolvers<void>()
      held = gate.promise
      return gate.resolve
    },
    breakOffAfter: (bytes) => void (most = bytes),
    requests: () => requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function serve(
  objects: Map<string, Buffer>,
  { method, url = '', headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  most: number | undefined,
): void {
  const { pathname, searchParams } = new URL(url, 'http://test')
  const key = decodeURIComponent(pathname.slice(1))
  const kept = objects.get(key)
  if (searchParams.has('list-type')) {
    response.end(listPage(objects, key, searchParams))
  } else if (method === 'PUT') {
    objects.set(key, body)
    response.end()
  } else if (method === 'DELETE') {
    objects.delete(key)
    response.writeHead(204).end()
  } else if (!kept) {
    response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
  } else {
    const [, first = '0', last = ''] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    const part = kept.subarray(Number(first), Number(last) + 1)
    if (part.length === 0) return void response.writeHead(416).end('<Error><Code>InvalidRange</Code></Error>')
    const end = Number(first) + part.length - 1
    const range = { 'content-range': `bytes ${first}-${end}/${kept.length}` }
    response.writeHead(206, { 'content-length': part.length, ...range })
    if (most === undefined) response.end(part)
    else response.write(part.subarray(0, most), () => response.destroy())
  }
}

const PAGE = 2

/** A page of ListObjectsV2, so short that whoever reads the first alone is found out. */
function listPage(objects: Map<string, Buffer>, bucket: string, asked: URLSearchParams): string {
  const prefix = `${bucket}${asked.get('prefix') ?? ''}`
  const all = [...objects].filter(([key]) => key.startsWith(prefix)).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const from = Number(asked.get('continuation-token') ?? 0)
  const contents = all
    .slice(from, from + PAGE)
    .map(
      ([key, { length }]) =>
        `<Contents><Key>${key.slice(bucket.length)}</Key><Size>${length}</Size></Contents>`,
    )
  const next = from + PAGE < all.length ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : ''
  return `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Finds what is wrong with a request by AWS's signature of version 4, written from its description and not from our client. */
function problemOf(
  { method, url = '', headers }: IncomingMessage,
  body: Buffer,
  sessionToken: string | undefined,
): string | undefined {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!found) return 'AuthorizationHeaderMalformed'
  const [, accessKey, day = '', region = '', signedNames = '', signature] = found
  const bodyHash = String(headers['x-amz-content-sha256'])
  const [place = '', query = ''] = url.split('?')
  const canonical = [
    method,
    place,
    query,
    ...signedNames.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signedNames,
    bodyHash,
  ].join('\n')
  const moment = String(headers['x-amz-date'])
  const toSign = ['AWS4-HMAC-SHA256', moment, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join(
    '\n',
  )
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${SECRET_KEY}`, day))
  if (hmac(key, toSign).toString('hex') !== signature || accessKey !== ACCESS_KEY)
    return 'SignatureDoesNotMatch'
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => signedNames.split(';').includes(name)))
    return 'AccessDenied'
  if (headers['x-amz-security-token'] !== sessionToken) return 'InvalidToken'
  if (sessionToken !== undefined && !signedNames.split(';').includes('x-amz-security-token'))
    return 'AccessDenied'
  if (region !== REGION || !moment.startsWith(day)) return 'AuthorizationHeaderMalformed'
  if (method === 'PUT' && headers['content-length'] === undefined) return 'MissingContentLength'
  if (bodyHash !== 'UNSIGNED-PAYLOAD' && bodyHash !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  return method === 'PUT' && bodyHash === 'UNSIGNED-PAYLOAD' ? 'AccessDenied' : undefined
}
