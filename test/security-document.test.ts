import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

// The document on security says of each requirement how it stands, and by what: held to the list, the files and the names of tests.

const PROJECT = path.resolve(import.meta.dirname, '..')
const read = (name: string) => readFileSync(path.join(PROJECT, name), 'utf8')
const text = read('docs/security.md')
const WAYS = ['met', 'met if set', 'not met', 'not ours'] as const
const MOST_NOT_MET = 5

interface Row {
  number: string
  standing: string
  where: string
}

/** The rows of a table whose first column is a number such as `V1.2.3` or `API4`. */
const rows = text
  .split('\n')
  .filter((line) => /^\| (?:V[\d.]+|API\d+) +\|/.test(line))
  .map((line): Row => {
    const [, number = '', , standing = '', where = ''] = line.split('|').map((cell) => cell.trim())
    return { number, standing, where }
  })
const requirements = rows.filter(({ number }) => number.startsWith('V'))
const countOf = (way: string) => requirements.filter(({ standing }) => standing === way).length

test('each requirement of levels 1 and 2 is there once, in the order of the list', () => {
  const list = read('test/standards/asvs-5.0.0-levels.csv')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
  expect(list.length).toBe(253)
  expect(list.every(([, level]) => level === '1' || level === '2')).toBe(true)
  expect(requirements.map(({ number }) => number)).toEqual(list.map(([number]) => number))
})

test('each of the ten risks of APIs is there once', () => {
  const risks = rows.filter(({ number }) => number.startsWith('API')).map(({ number }) => number)
  expect(risks).toEqual(Array.from({ length: 10 }, (_risk, index) => `API${index + 1}`))
})

test('each stands in one of four ways, with what shows it or why', () => {
  const strays = rows.filter(({ standing }) => !WAYS.some((way) => way === standing))
  expect(strays).toEqual([])
  expect(rows.filter(({ where }) => where === '')).toEqual([])
  const unshown = rows.filter(
    ({ standing, where }) => standing.startsWith('met') && !/`[^`]+\.\w+`|\]\(|`npm /.test(where),
  )
  expect(unshown).toEqual([])
})

test('the counts at the head are those of the tables', () => {
  const told = Object.fromEntries(
    [...text.matchAll(/^\| (met|met if set|not met|not ours|all) +\| (\d+) +\|/gm)].map(([, way, count]) => [
      way,
      Number(count),
    ]),
  )
  const counted = Object.fromEntries(WAYS.map((way) => [way, countOf(way)]))
  expect(told).toEqual({ ...counted, all: requirements.length })
  expect(countOf('not met')).toBeLessThanOrEqual(MOST_NOT_MET)
})

test('every file that is named is there', () => {
  const named = [...text.matchAll(/`((?:src|test|web|docs|examples)\/[\w./-]+|[A-Z]+\.md)`/g)].map(
    ([, name]) => String(name),
  )
  expect(named.length).toBeGreaterThan(150)
  expect([...new Set(named)].filter((name) => !existsSync(path.join(PROJECT, name)))).toEqual([])
})

test('every test that is quoted stands in the file before it', () => {
  const quoted = rows.flatMap(({ number, where }) =>
    [...where.matchAll(/(?:`([^`]+)` )?“([^”]+)”/g)].map(([, file, name = '']) => ({ number, file, name })),
  )
  expect(quoted.length).toBeGreaterThan(100)
  const stray = quoted.filter(({ file, name }) => !file || !file.endsWith('.test.ts') || !hasTest(file, name))
  expect(stray).toEqual([])
})

/** True for the name of a test, or of a row of one; as it is written, between its marks. */
function hasTest(file: string, name: string): boolean {
  const source = read(file)
  return source.includes(`'${name}'`) || source.includes(`\`${name}\``) || source.includes(`"${name}"`)
}

test('links to headings of this page lead to one', () => {
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase().replaceAll(' ', '-'),
  )
  const links = [...text.matchAll(/\]\(#([\w-]+)\)/g)].map(([, link]) => link)
  expect(links.length).toBeGreaterThan(5)
  expect(links.filter((link) => !headings.includes(String(link)))).toEqual([])
})
