import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { bugs } from './bugs.ts'

const root = path.join(import.meta.dirname, '../..')

/** Whether they are caught is `node test/planted/plant.ts`, which takes a while; that they can be planted is told at once. */
test.each(bugs)('“$promise” can be broken in $file', ({ file, right, wrong, tests }) => {
  const text = readFileSync(path.join(root, file), 'utf8')
  expect(text.split(right)).toHaveLength(2)
  expect(wrong).not.toBe(right)
  expect(tests.filter((each) => !holdsTests(each))).toEqual([])
})

test('there are thirty promises at least, each broken in its own way', () => {
  expect(bugs.length).toBeGreaterThanOrEqual(30)
  expect(new Set(bugs.map(({ promise }) => promise)).size).toBe(bugs.length)
  expect(new Set(bugs.map(({ file, right, wrong }) => `${file}\n${right}\n${wrong}`)).size).toBe(bugs.length)
})

/** Whether a name is that of a test file, or of a folder with some in it: what names none would catch nothing. */
function holdsTests(name: string): boolean {
  const isFile = name.endsWith('.test.ts')
  return globSync(isFile ? name : `${name}/**/*.test.ts`, { cwd: root }).length > 0
}
