import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { whyNot } from '../why-not.ts'
import { BackupRefused } from './manifest.ts'

// The end of a backup is a SHA-256 of everything before it, in a frame that Zstandard's own tools skip.

const SHA256_BYTES = 32
const FRAME_HEAD = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, SHA256_BYTES, 0, 0, 0])

/** How many bytes the seal has. */
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
export async function ensureSealed(file: string): Promise<void> {
  const { size, seal } = await readEnd(file).catch((error: Error) => {
    throw new BackupRefused(`${file} cannot be read: ${whyNot(error)}.`, { cause: error })
  })
  if (size <= SEAL_BYTES || !seal.subarray(0, FRAME_HEAD.length).equals(FRAME_HEAD)) {
    throw new BackupRefused(
      `${file} is no whole backup of Granary: it is cut off, or something else. Nothing was changed.`,
    )
  }
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { end: size - SEAL_BYTES - 1 }))
    hash.update(chunk as Buffer)
  if (!hash.digest().equals(seal.subarray(FRAME_HEAD.length))) {
    throw new BackupRefused(
      `${file} is damaged: it is not what was written when the backup was made. Nothing was changed. Take another copy of it.`,
    )
  }
}

async function readEnd(file: string): Promise<{ size: number; seal: Buffer }> {
  const seal = Buffer.alloc(SEAL_BYTES)
  await using handle = await open(file)
  const { size } = await handle.stat()
  await handle.read(seal, 0, SEAL_BYTES, Math.max(0, size - SEAL_BYTES))
  return { size, seal }
}
