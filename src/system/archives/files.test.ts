import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileLost, type FileStore } from '../files/store.ts'
import { addFiles } from './files.ts'
import { BackupRefused } from './manifest.ts'
import { ArchiveWriter } from './archive.ts'

// What becomes of uploaded files in a backup that is made and restored: test/backup.test.ts.

let folder: string
let archive: ArchiveWriter
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'granary-files-'))
  archive = await ArchiveWriter.open(path.join(folder, 'x.granary'))
})
afterEach(async () => {
  await archive.discard()
  await rm(folder, { recursive: true })
})

const BYTES = Buffer.from('a weighbridge ticket')
const FILES = [
  {
    name: 'files/ab/ticket',
    sizeBytes: BYTES.length,
    sha256: createHash('sha256').update(BYTES).digest('hex'),
  },
]
const addFrom = (read: () => Promise<Readable>) => {
  const store: FileStore = { read, put: () => Promise.resolve(), remove: () => Promise.resolve() }
  return addFiles(archive, store, FILES)
}
const breakingOff = (error: Error) =>
  Readable.from(
    (async function* () {
      yield await Promise.resolve(BYTES.subarray(0, 5))
      throw error
    })(),
  )
const errorOf = (code: string, syscall: string) =>
  Object.assign(new Error(`${code}: ${syscall}`), { code, syscall })

test.for([
  ['is not there', () => Promise.reject(fileLost('files/ab/ticket', undefined))],
  ['is another', () => Promise.resolve(Readable.from([BYTES.subarray(1)]))],
  ['cannot be read by the disk', () => Promise.resolve(breakingOff(errorOf('EIO', 'read')))],
] as [string, () => Promise<Readable>][])('a file that %s is lost', async ([, read]) => {
  expect(await addFrom(read)).toEqual(['files/ab/ticket'])
})

test.for([
  ['this account may not', () => Promise.reject(errorOf('EACCES', 'open'))],
  ['the file store answered 403', () => Promise.reject(new Error('the file store answered 403: Denied'))],
  ['the disk is full', () => Promise.resolve(breakingOff(errorOf('ENOSPC', 'write')))],
] as [string, () => Promise<Readable>][])(
  'a file that cannot be copied is not taken for lost: %s',
  async ([why, read]) => {
    const before = await readdir(folder)
    const adding = addFrom(read)
    await expect(adding).rejects.toThrow(BackupRefused)
    await expect(adding).rejects.toThrow(`The file files/ab/ticket cannot be copied into the backup: ${why}`)
    expect(await readdir(folder)).toEqual(before)
  },
)

test('all that a killed backup leaves is called unfinished', async () => {
  let left: string[] = []
  const read = () =>
    Promise.resolve(
      Readable.from(
        (async function* () {
          yield BYTES
          left = await readdir(folder)
        })(),
      ),
    )
  expect(await addFrom(read)).toEqual([])
  expect(left).toHaveLength(2)
  expect(left.filter((name) => !name.endsWith('.unfinished'))).toEqual([])
})
