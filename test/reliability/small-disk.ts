import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { report } from './report.ts'

// Disks that a test may fill up: file systems in memory, which only root may mount, and that not everywhere.

/** Whether there can be any here. Says so where there cannot, so that nobody takes silence for success. */
export const canMountDisks = isAbleToMount()
if (!canMountDisks) report('Mounting a small disk takes root’s rights: what needs a full one does not run.')

function isAbleToMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    mountDisk(1).remove()
    return true
  } catch {
    return false
  }
}

export interface SmallDisk {
  directory: string
  /** Takes all room but so much. */
  fill(leaveBytes?: number): Promise<void>
  /** Gives it back. */
  empty(): Promise<void>
  remove(): void
}

export function mountDisk(megabytes: number): SmallDisk {
  const directory = mkdtempSync(path.join(tmpdir(), 'granary-disk-'))
  const ballast = path.join(directory, 'ballast')
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory], { stdio: 'pipe' })
  return {
    directory,
    async fill(leaveBytes = 0) {
      const file = await open(ballast, 'a')
      try {
        await writeUntilFull(file, directory, leaveBytes)
      } finally {
        await file.close()
      }
    },
    empty: () => rm(ballast),
    remove() {
      execFileSync('umount', [directory], { stdio: 'pipe' })
      rmSync(directory, { recursive: true })
    },
  }
}

const BLOCK_BYTES = 4096

async function writeUntilFull(file: FileHandle, directory: string, leaveBytes: number): Promise<void> {
  for (;;) {
    const { bavail, bsize } = statfsSync(directory)
    const left = bavail * bsize - leaveBytes
    if (left < BLOCK_BYTES) return
    try {
      await file.write(Buffer.alloc(Math.min(left, 1024 ** 2)))
    } catch (error) {
      // Somebody else took the last of it: full all the same.
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return
      throw error
    }
  }
}
