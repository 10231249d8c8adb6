import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { FileStore } from './store.ts'

/** Keeps files below a directory: the key is the path. They must arrive on the same disk. */
export function openDirectoryStore(root: string): FileStore {
  const pathOf = (key: string) => path.join(root, 'kept', key)
  return {
    async put(key, file) {
      await sync(file.path)
      const target = pathOf(key)
      // Whatever mode a file has: that of a picture is the encoder's choice.
      const made = await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      await rename(file.path, target)
      await sync(path.dirname(target))
      // A directory made just now is an entry in the one above it, which a power cut could forget as well.
      if (made !== undefined) await syncUpTo(path.dirname(made), path.dirname(target))
    },
    async read(key, { first, last }) {
      const handle = await open(pathOf(key))
      return handle.createReadStream({ start: first, end: last })
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
  }
}

/** Makes sure that a file, or the names in a directory, are on the disk. */
async function sync(name: string): Promise<void> {
  const handle = await open(name)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function syncUpTo(top: string, directory: string): Promise<void> {
  for (let each = path.dirname(directory); each.startsWith(top); each = path.dirname(each)) {
    await sync(each)
    if (each === top) return
  }
}
