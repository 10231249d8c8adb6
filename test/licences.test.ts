import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// What may be shipped with a service that anybody may run, change and sell; LGPL parts are libraries of their own beside sharp.
const TAKEN = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Zlib',
])

/** Say their licence in a text alone. */
const READ_BY_HAND: Record<string, string> = { 'node_modules/png-js': 'MIT' }

interface LockedPackage {
  license?: string
  dev?: boolean
}

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true)

test('every package of a running service has a licence that lets anybody run, change and sell it', () => {
  const refused = shipped.flatMap(([path, { license }]) => {
    const words = (license ?? READ_BY_HAND[path] ?? 'unknown').match(/[\w.+-]+/g) ?? []
    const unknown = words.filter((word) => word !== 'AND' && word !== 'OR' && !TAKEN.has(word))
    return unknown.length === 0 ? [] : [`${path}: ${license ?? 'unknown'}`]
  })
  expect(shipped.length).toBeGreaterThan(100)
  expect(refused).toEqual([])
})
