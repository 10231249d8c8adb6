import { globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { commands } from '../src/cli/commands.ts'
import { statusOf } from '../src/http/errors.ts'
import { refusalCodes, faultCodes } from '../src/kernel/errors.ts'
import { shareTestApp } from './app.ts'
import { operationsOf, readDocuments } from './documents.ts'

// The written documents keep up with the code: what can be listed is listed, and what is linked is there.

const PROJECT = path.resolve(import.meta.dirname, '..')
// A formatter pads the columns of tables; what they say is the same.
const read = (name: string) => readFileSync(path.join(PROJECT, name), 'utf8').replace(/ +\|/g, ' |')
const filesIn = (directory: string) =>
  readdirSync(path.join(PROJECT, directory)).filter((name) => name.endsWith('.md'))

const documents = [
  ...filesIn('.'),
  ...filesIn('docs').map((name) => `docs/${name}`),
  ...filesIn('docs/decisions').map((name) => `docs/decisions/${name}`),
]
const readme = read('README.md')
const service = await shareTestApp()
afterAll(() => service.close())

test.each(refusalCodes)('the refusal code %s is documented with its status', (code) => {
  expect(read('docs/api-conventions.md')).toContain(`| \`${code}\` | ${statusOf[code]} |`)
})

test('every documented code is one', () => {
  const documented = [...read('docs/api-conventions.md').matchAll(/^\| `(\w+)` \| \d{3} \|/gm)].map(
    ([, code]) => code,
  )
  expect(documented.toSorted()).toEqual([...refusalCodes].toSorted())
})

test('the codes of faults are documented, and no others', () => {
  const rows = [...read('docs/api-conventions.md').matchAll(/^\| (`\w+`(?:, `\w+`)+) \|/gm)]
  const documented = rows.flatMap(([, codes = '']) => [...codes.matchAll(/\w+/g)].map(String))
  expect(documented.toSorted()).toEqual([...faultCodes].toSorted())
})

test('every setting that is read is in the README', () => {
  const settings = [...read('src/config.ts').matchAll(/'([A-Z][A-Z0-9]*_[A-Z0-9_]+|PORT|HOST)'/g)].map(
    ([, name]) => name ?? '',
  )
  expect(settings.length).toBeGreaterThan(10)
  expect([...new Set(settings)].filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})

test('every command is in the README', () => {
  expect(commands.map(({ name }) => name).filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})

describe('what is there and what is not', () => {
  const [there = '', notYet = ''] = (/## What is there[^\n]*\n(.*?)(?=^## )/ms.exec(readme)?.[1] ?? '').split(
    /^Not yet/m,
  )
  const pathsIn = (text: string) =>
    [...text.matchAll(/`(\/api\/[a-z/-]+)`/g)].map(([, prefix]) => prefix ?? '')

  test('is said of paths', () => {
    expect(pathsIn(there).length).toBeGreaterThan(5)
  })

  test('is true', async () => {
    const served = [
      ...operationsOf(await readDocuments(service)).map(({ path: served }) => served),
      '/api/events',
    ]
    const isServed = (prefix: string) =>
      served.some((each) => each === prefix || each.startsWith(`${prefix}/`))
    expect(pathsIn(there).filter((prefix) => !isServed(prefix))).toEqual([])
    expect(pathsIn(notYet).filter(isServed)).toEqual([])
  })
})

test('every decision is in the index, and the numbers are in order', () => {
  const index = [...read('docs/decisions/README.md').matchAll(/\((\d{4}-[a-z0-9-]+\.md)\)/g)].map(
    ([, name]) => name,
  )
  const files = filesIn('docs/decisions').filter((name) => name !== 'README.md')
  expect(index).toEqual(files.toSorted())
})

test.each(documents)('the links of %s lead somewhere', (name) => {
  const targets = [...read(name).matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(
    ([, target]) => target ?? '',
  )
  const missing = targets.filter((target) => !isThere(path.join(PROJECT, path.dirname(name), target)))
  expect(missing).toEqual([])
})

describe('references', () => {
  const RULES = 'docs/rules.md'
  const sections = [...read(RULES).matchAll(/^## (§\d+) /gm)].map(([, section]) => section)
  // This file itself has examples of what must not be.
  const names = globSync(
    ['*.md', '{src,test,bench,examples,docs,data,migrations}/**/*.{ts,mjs,js,md,sql,json}'],
    { cwd: PROJECT, exclude: ['test/docs.test.ts'] },
  )
  const documentNames = new Set(
    names.filter((name) => name.endsWith('.md')).map((name) => path.basename(name)),
  )

  /** Every section sign that names no section of the rules: `rules.md §2, §3 and §5`, wherever the line breaks. */
  function straySections(name: string, text: string): string[] {
    const document = name === RULES ? '' : 'rules.md '
    const reference = new RegExp(`${document.replace('.', '\\.')}§\\d+(?:(?:,| to| and) §\\d+)*`, 'g')
    const stray = text
      .replace(/\n\s*(?:\*|\/\/|--)?\s*/g, ' ')
      .replace(reference, (all) => (all.match(/§\d+/g)?.every((each) => sections.includes(each)) ? '' : all))
    return [...stray.matchAll(/(?:\S+ )?\S*§\S*/g)].map(([all]) => all)
  }

  /** Every document that is named and not here. */
  function strayDocuments(text: string): string[] {
    return [...text.matchAll(/[\w-]+\.md\b/g)]
      .map(([document]) => document)
      .filter((each) => !documentNames.has(each))
  }

  test('the sources are read, and there are twenty-two sections of rules', () => {
    expect(names.length).toBeGreaterThan(500)
    expect(sections).toEqual(Array.from({ length: 22 }, (_section, index) => `§${index + 1}`))
  })

  test.each([
    ['no such section', 'src/a.ts', '/** As is (rules.md §23). */', ['(rules.md §23).']],
    ['one of several', 'src/a.ts', '// rules.md §2 and §24', ['rules.md §2', 'and §24']],
    ['a section of nothing', 'docs/a.md', 'the rules §4', ['rules §4']],
    ['another document', 'src/a.ts', '(other.md §4)', ['(other.md §4)']],
    ['a section over a line', 'src/a.ts', '/**\n * As in rules.md\n * §4 and §5. */', []],
  ])('of %s', (_what, name, text, stray) => {
    expect(straySections(name, text)).toEqual(stray)
  })

  test.each([
    ['(elsewhere.md, Field)', ['elsewhere.md']],
    ['(docs/decisions/0002-order-of-facts.md)', []],
  ])('to documents: %s', (text, stray) => {
    expect(strayDocuments(text)).toEqual(stray)
  })

  test('to sections of rules and to documents lead somewhere', () => {
    const stray = names.flatMap((name) => {
      const text = readFileSync(path.join(PROJECT, name), 'utf8')
      return [...straySections(name, text), ...strayDocuments(text)].map((each) => `${name}: ${each}`)
    })
    expect(stray).toEqual([])
  })
})

function isThere(file: string): boolean {
  try {
    return readdirSync(path.dirname(file)).includes(path.basename(file))
  } catch {
    return false
  }
}
