import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { message } from '../../words/catalogue.ts'
import { unreadable, type BackupFile } from './encryption.ts'
import { BackupRefused } from './manifest.ts'

// The end of a backup is a SHA-256 of everything before it, in a frame that Zstandard's own tools skip.

const SHA256_BYTES = 32
const FRAME_HEAD = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, SHA256_BYTES, 0, 0, 0])

/** Length of the seal in bytes. */
export const SEAL_BYTES = FRAME_HEAD.length + SHA256_BYTES

/** Passes bytes on, and ends them with their seal. */
export function sealing(): Transform {
  const hash = createHash('sha256')
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      done(null, Buffer.concat([FRAME_HEAD, hash.digest()]))
    },
  })
}

/**
 * Reads a whole backup and holds it against its seal: one byte that is another, or missing, is found.
 *
 * @throws BackupRefused
 */
export async function ensureSealed({ name, isEncrypted, read }: BackupFile): Promise<void> {
  const hash = createHash('sha256')
  const held = new HeldBack()
  try {
    for await (const chunk of await read()) for (const piece of held.pass(chunk as Buffer)) hash.update(piece)
  } catch (error) {
    if (error instanceof BackupRefused || !(error instanceof Error)) throw error
    if (isEncrypted && !('code' in error)) throw damaged(name, error)
    throw unreadable(name, error)
  }
  const seal = held.rest
  if (held.passedBytes === 0 || !seal.subarray(0, FRAME_HEAD.length).equals(FRAME_HEAD)) {
    throw new BackupRefused(message('backupIsNotWhole', { file: name }))
  }
  if (!hash.digest().equals(seal.subarray(FRAME_HEAD.length))) throw damaged(name)
}

function damaged(name: string, cause?: Error): BackupRefused {
  return new BackupRefused(message('backupIsDamaged', { file: name }), { cause })
}

/** Passes bytes on, but for the seal at their end. */
export async function* withoutSeal(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const held = new HeldBack()
  for await (const chunk of bytes) yield* held.pass(chunk)
}

/** Keeps back the last bytes of a stream, as many as a seal has. */
class HeldBack {
  rest: Buffer = Buffer.alloc(0)
  passedBytes = 0

  /** The bytes that are certainly before the seal. */
  pass(chunk: Uint8Array): Buffer[] {
    const all = Buffer.concat([this.rest, chunk])
    const length = Math.max(0, all.length - SEAL_BYTES)
    this.rest = all.subarray(length)
    this.passedBytes += length
    return length === 0 ? [] : [all.subarray(0, length)]
  }
}
