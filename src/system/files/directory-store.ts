import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { fileLost } from './refusals.ts'
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
      const handle = await openWhole(key, pathOf(key), last)
      return handle.createReadStream({ start: first, end: last })
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
  }
}

/** Opens a file that has a byte at `last`: half of one would be half an answer, and whoever is sent it waits for the rest. */
async function openWhole(key: string, name: string, last: number): Promise<FileHandle> {
  const handle = await open(name).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? fileLost(key, error) : error
  })
  const { size } = await handle.stat()
  if (size > last) return handle
  await handle.close()
  throw fileLost(key, new Error(`it has ${size} bytes, and byte ${last} was asked for`))
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
