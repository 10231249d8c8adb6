import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'

// docs/console.md says of every operation that was specified on which screen it is, or that it is on none yet.

const root = path.join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
const operations = parse<Record<'service' | 'method' | 'path', string>>(read('test/operations.csv'), {
  columns: true,
}).map(({ service, method, path: at }) => `${method} /${service}${at}`)
const [, section = ''] = /^## Which screen does what\n(.*?)(?=^## )/ms.exec(read('docs/console.md')) ?? []
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| screen') && !line.startsWith('| ---'))
  .map((line) => ({
    isOnNone: /^\| (Not yet|For programs alone)/.test(line),
    named: [...line.matchAll(/`([A-Z]+ \/[^`]+)`/g)].map(([, operation = '']) => operation),
  }))
const onScreens = new Set(rows.filter(({ isOnNone }) => !isOnNone).flatMap(({ named }) => named))
const onNone = rows.filter(({ isOnNone }) => isOnNone).flatMap(({ named }) => named)

test('every operation is in the table, and nothing else is', () => {
  expect([...new Set([...onScreens, ...onNone])].toSorted()).toEqual([...operations].toSorted())
  expect(onNone.filter((operation) => onScreens.has(operation))).toEqual([])
})

test('what is said to be on no screen is asked for by none', () => {
  const page = globSync('web/src/**/*.{ts,tsx}', { cwd: root, exclude: ['web/src/api/operations.ts'] })
    .map(read)
    .join('\n')
  const asked = onNone.filter((operation) => page.includes(`'${operation.replace(' /', ' /api/')}'`))
  expect(asked).toEqual([])
})
