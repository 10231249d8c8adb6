import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blocksOf, takeTour } from './readme-walk.ts'
import { differences, parseShown } from './shown-answer.ts'

const PROJECT = path.resolve(import.meta.dirname, '..')
const SECONDS = 1000

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'granary-readme-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

test('opens with the two commands', async () => {
  const [first, second] = blocksOf(await readFile(path.join(PROJECT, 'README.md'), 'utf8'))
  expect([first?.text, second?.text]).toEqual(['npm ci && npm start\n', 'npm ci && npm test\n'])
})

test(
  'the tour can be taken as it stands, and every answer is as shown',
  { timeout: 120 * SECONDS },
  async () => {
    // The address is the README's own but for the port, which has to be a free one; no setting from outside counts.
    const env = {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
    }
    const { steps, wrong } = await takeTour({ env })
    expect(wrong).toEqual([])
    expect(steps).toBeGreaterThan(20)
  },
)

test.each([
  ['{ "a": 1 }', { a: 1 }, []],
  ['{ "a": 1 }', { a: 2 }, ['a: shown 1, was 2']],
  ['{ "a": 1 }', { a: 1, b: 2 }, ['b: not shown, was 2']],
  ['{ "a": 1, … }', { a: 1, b: 2 }, []],
  ['{ "a": 1, "b": 2, … }', { a: 1 }, ['b: shown 2, was undefined']],
  ['{ "a": { "b": [1, { "c": "x…" }] } }', { a: { b: [1, { c: 'xyz' }] } }, []],
  [
    '{ "a": { "b": [1, { "c": "x…" }] } }',
    { a: { b: [1, { c: 'yz' }] } },
    ['a.b[1].c: shown "x…", was "yz"'],
  ],
  ['[1, …]', [1, 2, 3], []],
  ['[1]', [1, 2], ['the answer: shown [1], was [1,2]']],
  ['["…"]', [1], ['[0]: shown "…", was 1']],
  ['{ "a": null }', { a: 0 }, ['a: shown null, was 0']],
])('a shown answer %s against %j', (shown, actual, expected) => {
  expect(differences(parseShown(shown), actual)).toEqual(expected)
})
