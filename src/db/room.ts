import { statfsSync } from 'node:fs'
import { MendableError } from '../kernel/errors.ts'
import { message } from '../words/catalogue.ts'

/** The disk is so full that nothing more is written. Its code is PostgreSQL's for that. */
export class DiskFull extends MendableError {
  readonly code = '53100'
}

/**
 * Bytes that stay free for work that must not fail. The embedded database gives up when its log finds no room for the next 16 MB,
 * and cannot start again before it does. As long as they are free, reading goes on, and writes are refused in good order.
 */
const RESERVE_BYTES = 64 * 1024 * 1024
const LOOK_EVERY_MILLISECONDS = 500

/**
 * A check that there is room to write on the disk of a directory; it looks at most twice a second.
 *
 * @returns the check, which throws DiskFull
 */
export function roomIn(directory: string): () => void {
  let lookedAt = -Infinity
  let isFull = false
  return () => {
    const now = performance.now()
    if (now - lookedAt >= LOOK_EVERY_MILLISECONDS) {
      const { bavail, bsize } = statfsSync(directory)
      isFull = bavail * bsize < RESERVE_BYTES
      lookedAt = now
    }
    if (isFull)
      throw new DiskFull(message('diskIsNearlyFull', { megabytes: RESERVE_BYTES / 1024 ** 2, directory }))
  }
}
