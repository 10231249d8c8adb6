import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { Refusal } from '../../kernel/errors.ts'
import type { FileStore } from './store.ts'

export interface S3Settings {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** The largest film over a slow line; anything smaller is long done. */
const PUT_SECONDS = 15 * 60
/** For the first byte, not for all of them. */
const ANSWER_SECONDS = 30

/** Keeps files in a bucket of S3, or of anything that speaks it. The bucket is named in the path, as all of them understand. */
export function openS3Store(config: S3Settings): FileStore {
  const { accessKeyId, secretAccessKey, region } = config
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })
  const ask = async (key: string, init: RequestInit, seconds: number): Promise<Response> => {
    const url = `${config.endpoint.replace(/\/+$/, '')}/${encodeURIComponent(config.bucket)}/${key}`
    const tooLate = new AbortController()
    const timer = setTimeout(() => tooLate.abort(), seconds * 1000)
    try {
      return await client.fetch(url, { ...init, signal: tooLate.signal })
    } catch (cause) {
      throw unreachable(cause)
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    async put(key, file) {
      // The store is told the checksum, and refuses what reached it damaged.
      const headers = { 'x-amz-content-sha256': file.sha256.toString('hex') }
      const body = await openAsBlob(file.path)
      await expectDone(await ask(key, { method: 'PUT', headers, body }, PUT_SECONDS))
    },
    async read(key, { first, last }) {
      const answer = await ask(key, { headers: { range: `bytes=${first}-${last}` } }, ANSWER_SECONDS)
      if (answer.status !== 206 || !answer.body) await refuse(answer)
      // The same stream, to Node's types and to the web's.
      return Readable.fromWeb(answer.body as ReadableStream)
    },
    async remove(key) {
      const answer = await ask(key, { method: 'DELETE' }, ANSWER_SECONDS)
      if (answer.status !== 404) await expectDone(answer)
    },
  }
}

async function expectDone(answer: Response): Promise<void> {
  if (!answer.ok) await refuse(answer)
  await answer.body?.cancel()
}

/** What S3 says goes into the log, by way of the cause, and never to the caller. */
async function refuse(answer: Response): Promise<never> {
  const said = `the file store answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`
  if (answer.status >= 500 || answer.status === 429) throw unreachable(new Error(said))
  throw new Error(said)
}

function unreachable(cause: unknown): Refusal {
  const refusal = new Refusal(
    'unavailable',
    'The store of files cannot be reached just now. Nothing was changed; send the request again.',
  )
  refusal.cause = cause
  return refusal
}
