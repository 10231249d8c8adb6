import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { AtMost } from '../../kernel/concurrency.ts'
import { fault, Refusal, refuseFaults } from '../../kernel/errors.ts'
import type { Verdict } from './examiner.ts'
import { findKind, sayKinds, EXAMINE_SECONDS, type Bucket } from './kinds.ts'

const EXAMINER = fileURLToPath(new URL('./examiner.ts', import.meta.url))

/** What was found to be fit for a bucket. */
export interface Examined {
  contentType: string
  /** The bytes to keep: the file itself, or the image encoded again. */
  path: string
}

/**
 * Decides by its bytes alone what a file is, and whether a bucket takes it. An image is decoded and encoded again, into
 * a file beside it that is the caller's to remove.
 *
 * Looking inside is the work of another process, which has no secrets and is stopped when it takes too long.
 *
 * @throws Refusal `unsupported_media_type` for a kind that the bucket does not take, `invalid_input` for a file that is not what it says
 */
export async function examine(file: string, bucket: Bucket): Promise<Examined> {
  const encoded = `${file}-encoded`
  try {
    const verdict = await examining.run(() => askExaminer(file, encoded))
    if ('problem' in verdict) refuseFaults([fault('file', verdict.problem, 'unreadable')])
    const { contentType, isEncoded } = verdict
    if (!findKind(contentType)?.buckets.includes(bucket)) throw notTaken(bucket, contentType)
    return { contentType, path: isEncoded ? encoded : file }
  } catch (error) {
    await rm(encoded, { force: true })
    throw error
  }
}

function notTaken(bucket: Bucket, contentType: string): Refusal {
  const message = `The file is ${contentType}, whatever its name says. The bucket ${bucket} takes ${sayKinds(bucket)}.`
  return new Refusal('unsupported_media_type', message, { details: { bucket, contentType } })
}

/** More at once would only take each other's memory. */
const examining = new AtMost(2)

/** Nothing of ours: no settings, no secrets. */
const BARE = {
  env: {},
  timeout: EXAMINE_SECONDS * 1000,
  killSignal: 'SIGKILL',
  maxBuffer: 64 * 1024,
} as const
const MEMORY = '--max-old-space-size=256'

function askExaminer(file: string, target: string): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [MEMORY, '--no-warnings', EXAMINER, file, target], BARE, (error, stdout) => {
      if (error && typeof error.code === 'string') return reject(error)
      // Stopped, or broken by what it read: the file is to blame.
      if (error) return resolve({ problem: 'cannot be read: it breaks what reads it, or takes too long' })
      // The examiner is ours, and prints a verdict.
      resolve(JSON.parse(stdout) as Verdict)
    })
  })
}
