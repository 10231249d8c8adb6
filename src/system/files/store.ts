import path from 'node:path'
import type { Readable } from 'node:stream'
import type { ByteRange } from '../../http/serve/send-bytes.ts'
import { openDirectoryStore } from './directory-store.ts'
import { openS3Store, type S3Settings } from './s3-store.ts'

/**
 * Where the bytes of files are kept, under keys of ours: lower-case letters, digits, `-` and `/`. Nothing is ever written
 * twice under one key. What the database knows of a file stands in its row; a store knows bytes alone.
 */
export interface FileStore {
  /** Keeps a local file's bytes, safe from a power cut once it returns. The local file may be gone afterwards. */
  put(key: string, file: LocalFile): Promise<void>
  /** The bytes in a range; refuses with `unavailable` where the store cannot be reached, and with `file_lost` where they are not there. */
  read(key: string, range: ByteRange): Promise<Readable>
  /** Removes the bytes, where there are any. */
  remove(key: string): Promise<void>
}

export interface LocalFile {
  path: string
  sizeBytes: number
  sha256: Buffer
}

export interface FileSettings {
  /** Holds the files where no S3 is given; and with either, those that are just arriving. */
  directory: string
  s3: S3Settings | undefined
  /** What one organisation may keep. */
  quotaBytes: number
}

/** All that the operations on files share. */
export interface Files {
  store: FileStore
  /** Where uploads arrive: on the disk of the directory store, so that keeping them is a rename. */
  incoming: string
  quotaBytes: number
}

/** Opens the store that the settings name. Touches neither disk nor network. */
export function openFiles({ directory, s3, quotaBytes }: FileSettings): Files {
  const root = path.resolve(directory)
  return {
    store: s3 ? openS3Store(s3) : openDirectoryStore(root),
    incoming: path.join(root, 'incoming'),
    quotaBytes,
  }
}
