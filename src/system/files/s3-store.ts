import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { ByteRange } from '../../http/serve/send-bytes.ts'
import { fileLost, storeUnreachable } from './refusals.ts'
import type { FileStore } from './store.ts'

export interface S3Settings {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** For the first byte, not for all of them. */
const ANSWER_SECONDS = 30
/** The largest film over a slow line. */
const LONGEST_PUT_SECONDS = 15 * 60
/** A line slower than most: so that a store that hangs is not waited for that long with a photograph. */
const LEAST_BYTES_A_SECOND = 50_000

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
      throw storeUnreachable(cause)
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    async put(key, file) {
      // The store is told the checksum, and refuses what reached it damaged.
      const headers = { 'x-amz-content-sha256': file.sha256.toString('hex') }
      const body = await openAsBlob(file.path)
      const seconds = Math.min(ANSWER_SECONDS + file.sizeBytes / LEAST_BYTES_A_SECOND, LONGEST_PUT_SECONDS)
      await expectDone(await ask(key, { method: 'PUT', headers, body }, seconds))
    },
    async read(key, { first, last }) {
      const answer = await ask(key, { headers: { range: `bytes=${first}-${last}` } }, ANSWER_SECONDS)
      await expectBytes(key, answer, { first, last })
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
  if (!answer.ok) throw await problemOf(answer)
  await answer.body?.cancel()
}

/** That the answer has all the bytes asked for: half of them would be half an answer to whoever is sent them. */
async function expectBytes(key: string, answer: Response, { first, last }: ByteRange): Promise<void> {
  const range = answer.headers.get('content-range') ?? ''
  if (answer.status === 206 && range.startsWith(`bytes ${first}-${last}/`)) return
  const problem = await problemOf(answer)
  // A bucket that is not there is a wrong setting, and no file is lost by it.
  const isLost = [206, 404, 416].includes(answer.status) && !problem.message.includes('NoSuchBucket')
  throw isLost ? fileLost(key, problem) : problem
}

/** What is wrong with an answer, in the words of the store. */
async function problemOf(answer: Response): Promise<Error> {
  // What it sends in place of a refusal may be a whole film.
  const said = answer.ok ? answer.body?.cancel() : answer.text()
  const problem = new Error(`the file store answered ${answer.status}: ${((await said) ?? '').slice(0, 500)}`)
  return answer.status >= 500 || answer.status === 429 ? storeUnreachable(problem) : problem
}
