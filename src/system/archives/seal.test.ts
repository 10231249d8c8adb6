import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { plainFile } from './encryption.ts'
import { ensureSealed } from './seal.ts'

// What a sealed file is, and what damages it: test/backup.test.ts.

test.for([
  ['a folder', tmpdir(), 'it is a folder'],
  ['nothing', path.join(tmpdir(), 'granary-nowhere', 'x.granary'), 'there is no such file or folder'],
])('%s is no backup, in words', async ([, file = '', words]) => {
  await expect(ensureSealed(plainFile(file))).rejects.toThrow(
    expect.objectContaining({ name: 'BackupRefused', message: `${file} cannot be read: ${words}.` }),
  )
})
