import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import {
  doubleNames,
  longSentences,
  privateNames,
  riddles,
  sentencesOfCommands,
  sentencesOutsideWords,
} from './plain-words.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = globSync('{src,web/src}/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !/\.test\.ts$|\/test-[\w-]+\.ts$|web\/src\/api\/operations\.ts$/.test(path))
  .toSorted()
  .map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }))
const service = files.filter(({ path }) => path.startsWith('src/'))
const page = files.filter(({ path }) => path.startsWith('web/'))

test.each([
  ['export function tellTrace() {}', ['a.ts: tellTrace']],
  ['export interface JudgedLoad {}', ['a.ts: JudgedLoad']],
  ['export const owner = 1\nexport type Handle = 1\nfunction sayIt() {}', []],
])('a private word in an exported name is found: %s', (text, found) => {
  expect(privateNames([{ path: 'a.ts', text }])).toEqual(found)
})

test('a name that is exported of two files has two meanings', () => {
  const twice = ['a.ts', 'b.ts'].map((path) => ({ path, text: 'export type Load = 1' }))
  expect(doubleNames([...twice, { path: 'c.ts', text: 'type Load = 1' }])).toEqual(['Load: a.ts, b.ts'])
})

test.each([
  ['/** What comes in. */', 1],
  ['/**\n * Whether a load fits.\n */', 1],
  ['/** Finds what comes in. */', 0],
  ['// What comes in', 0],
])('%s is a riddle: %d', (text, count) => {
  expect(riddles([{ path: 'a.ts', text }])).toHaveLength(count)
})

test.each([
  ["throw new Refusal('in_use', 'The bay holds grain.')", 1],
  ["fault('weight', `must be ${most} or less`)", 1],
  ["fault('weight', message('isNeeded', {}))", 0],
  ['function sayWeight(grams: number) {}', 1],
])('%s makes a sentence outside src/words: %d', (text, count) => {
  expect(sentencesOutsideWords([{ path: 'src/a.ts', text }])).toHaveLength(count)
  expect(sentencesOutsideWords([{ path: 'src/cli/a.ts', text }])).toHaveLength(count)
  expect(sentencesOutsideWords([{ path: 'src/words/a.ts', text }])).toEqual([])
})

test.each([
  ["say('No keys.')", 1],
  ['warn(`Database: ${place}`)', 1],
  ["throw new UsageError(\n  '--tcp is needed',\n)", 1],
  ["throw new CommandRefused(isThere ? 'It is there.' : `${file} is not`, { cause: error })", 1],
  ['say(JSON.stringify(accounts))', 0],
  ["say(message('noApiKeys', {}))", 0],
  ["log.warn({ err: error }, 'a job failed')", 0],
])('%s makes a sentence in a command: %d', (text, count) => {
  expect(sentencesOfCommands([{ path: 'src/cli/a.ts', text }])).toHaveLength(count)
  expect(sentencesOfCommands([{ path: 'src/db/a.ts', text }])).toEqual([])
})

test('a sentence of 36 words is long, with what stands in code and links as one word', () => {
  const words = (count: number) => `${Array(count).fill('word').join(' ')}.`
  expect(longSentences(`${words(35)} ${words(36)}`)).toEqual([words(36)])
  expect(longSentences(`${Array(33).fill('word').join(' ')} [a b c](http://x) \`d e f\`.`)).toEqual([])
})

describe('the project', () => {
  test('names things by the words of the trade', () => {
    expect(privateNames(files)).toEqual([])
  })

  test.each([
    ['the service', service],
    ['the page', page],
  ])('has one meaning for each exported name of %s', (_side, side) => {
    expect(doubleNames(side)).toEqual([])
  })

  test('says in comments what a thing is, and asks no riddles', () => {
    expect(riddles(files)).toEqual([])
  })

  test('makes its sentences in src/words alone', () => {
    expect(sentencesOutsideWords(service)).toEqual([])
    expect(sentencesOfCommands(service)).toEqual([])
  })

  test.each(['README.md', 'ARCHITECTURE.md', 'docs/glossary.md'])(
    '%s has no sentence over 35 words',
    (path) => {
      expect(longSentences(readFileSync(`${root}${path}`, 'utf8'))).toEqual([])
    },
  )
})
