import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeDirectory } from './directory-lock.ts'

const place = mkdtempSync(path.join(tmpdir(), 'granary-directory-'))
afterAll(() => rmSync(place, { recursive: true }))

test('a directory is made with those above it, for its owner alone, and once', () => {
  const wanted = path.join(place, 'above', 'data')
  makeDirectory(wanted)
  makeDirectory(wanted)
  for (const each of [wanted, path.dirname(wanted)])
    expect((statSync(each).mode & 0o777).toString(8), each).toBe('700')
})

test('a path through a file is refused', () => {
  const file = path.join(place, 'a-file')
  writeFileSync(file, '')
  expect(() => makeDirectory(path.join(file, 'data'))).toThrow('ENOTDIR')
  expect(() => makeDirectory(file)).toThrow('EEXIST')
})

test.runIf(process.platform === 'linux')('where the system makes no directories, none is waited for', () => {
  expect(() => makeDirectory('/proc/granary/data')).toThrow('no directory can be made in /proc')
})
