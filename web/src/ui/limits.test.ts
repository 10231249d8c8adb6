import { readFileSync, globSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as operations from '../api/operations.ts'
import { limitOf } from './limits.ts'

const limits = { name: 500, 'lines.vehicle': 40, 'inventory.variety': 200 }

test.each([
  [['name'], 500],
  [['[3].name'], 500],
  [['lines[12].vehicle'], 40],
  [['inventory.commodity.variety', 'inventory.variety'], 200],
  [['weight'], undefined],
])('the limit of %j is %s', (paths, most) => {
  expect(limitOf(limits, paths)).toBe(most)
})

const screens = new URL('../', import.meta.url).pathname
const files = globSync(`${screens}**/*.tsx`).map((file) => ({
  file: file.slice(screens.length),
  text: readFileSync(file, 'utf8'),
}))

test('every path whose limit a field asks for is one of the documents', () => {
  const known = new Set(
    Object.entries(operations).flatMap(([name, each]) => (name.endsWith('Limits') ? Object.keys(each) : [])),
  )
  const isKnown = (path: string) => [...known].some((each) => each === path || each.endsWith(`.${path}`))
  const asked = files.flatMap(({ file, text }) =>
    [...text.matchAll(/\{\.\.\.(?:sending\.)?at\(([^)]*)\)\}/g)].map(([, paths = '']) => ({
      file,
      paths: [...paths.matchAll(/['`]([^'`]+)['`]/g)].map(([, path = '']) =>
        path.replaceAll(/\[[^\]]*\]/g, '').replace(/^\./, ''),
      ),
    })),
  )
  expect(asked.length).toBeGreaterThan(20)
  // A refusal may call a field otherwise than the body does: one of its paths has the limit.
  expect(asked.filter(({ paths }) => paths.length > 0 && !paths.some(isKnown))).toEqual([])
})

/** Figures, and lists of names: what is wrong with them is not how many characters they have. */
const noTexts = new Set([
  'area',
  'count',
  'factorValues',
  'idleMinutes',
  '`[${index}].hectares`',
  'loads',
  'moisture',
  'organisations',
  'sessionDays',
  'tags',
  'tolerance.percentage',
  'types',
  'vehicles',
])

test('no field of text shows what was refused without the limit of its path', () => {
  const fields = files.flatMap(({ file, text }) =>
    [...text.matchAll(/<(?:TextField|Suggest)\b(?:[^<>]|=>|<=|>=)*?\/>/g)].map(([field]) => ({
      file,
      field,
    })),
  )
  expect(fields.length).toBeGreaterThan(40)
  const alone = fields
    .filter(({ field }) => !/\bmost=|\bat\(/.test(field))
    .flatMap(({ file, field }) => {
      const [, path] = /fault=\{(?:sending\.)?faultOf\('?([^')]*)/.exec(field) ?? []
      return path === undefined || noTexts.has(path) ? [] : [`${file}: ${path}`]
    })
  expect(alone).toEqual([])
})
