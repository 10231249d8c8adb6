import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANYBODY, render } from '../words/render.ts'
import { whyUnusable } from './with-database.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'granary-unusable-'))
  await mkdir(path.join(directory, 'database/pg_wal'), { recursive: true })
  await writeFile(path.join(directory, 'database/pg_wal/000000010000000000000001'), '')
})
afterAll(() => rm(directory, { recursive: true }))

const inEnglish = (...given: Parameters<typeof whyUnusable>) => render(whyUnusable(...given), ANYBODY)

const failed = new Error('PGlite failed to initialize properly')
const denied = Object.assign(new Error('EACCES: permission denied, mkdir'), { code: 'EACCES' })

// As when somebody ran a command as root: what it wrote is closed to the account of the service.
test('names the first thing in the directory that is closed to this account', () => {
  const why = (closed: string) => inEnglish(directory, failed, (file) => !file.endsWith(closed))
  expect(why('0001')).toMatch(
    /^this account may not read and write \/.*\/database\/pg_wal\/0+1.*01\. Make it the owner of all/,
  )
  expect(why(path.basename(directory))).toContain(`read and write ${directory}. `)
})

test('says what the system says where the directory cannot be made, or is sound', () => {
  const place = path.join(directory, 'not-there')
  expect(inEnglish(place, denied, () => false)).toBe(
    'this account may not. Name a directory that this account may write to, such as DATA_DIR=./data-dir',
  )
  expect(inEnglish(directory, failed)).toMatch(/^PGlite failed to initialize properly\. Name a directory/)
})
