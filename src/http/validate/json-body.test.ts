import { describe, expect, test } from 'vitest'
import { fc } from '../../../test/seed.ts'
import { ensureModest } from './json-body.ts'

const nested = (depth: number, inside = '1') => '['.repeat(depth) + inside + ']'.repeat(depth)
const list = (length: number) => `[${Array(length).fill('1').join(',')}]`
const object = (fields: number) =>
  `{${Array.from({ length: fields }, (_field, index) => `"${index}":1`).join(',')}}`

describe('is let through', () => {
  test.each([
    ['nothing', ''],
    ['a number', '1'],
    ['32 levels', nested(32)],
    ['32 levels, over and over', `[${Array(50).fill(nested(31)).join(',')}]`],
    ['a long list', list(99_998)],
    ['a thousand fields', object(1000)],
    ['a thousand fields, twice', `[${object(1000)},${object(1000)}]`],
    ['a list of thousands in a field', `{"a":${list(5000)},"b":1}`],
    ['brackets in a text', JSON.stringify('[{'.repeat(1000))],
    ['commas in a text', `{"a":"${','.repeat(200_000)}"}`],
    ['a quote in a text', `{"a":"\\"${'['.repeat(100)}"}`],
    ['backslashes in a text', `{"a":"\\\\\\"${'['.repeat(100)}"}`],
    ['brackets in a name', `{"${'{'.repeat(100)}":1}`],
    // For the parser to refuse.
    ['a text without an end', `"${'['.repeat(100)}`],
    ['what is closed before it is opened', ']]]]}}}}'],
    ['no JSON at all', ',,,,'],
  ])('%s', (_what, text) => {
    expect(() => ensureModest(text)).not.toThrow()
  })

  test('whatever people say', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) => {
        expect(() => ensureModest(text)).not.toThrow()
        // Its texts are no part of what it counts.
        expect(() => ensureModest(nested(25, JSON.stringify(text)))).not.toThrow()
      }),
    )
  })
})

describe('is refused', () => {
  const tooDeep = 'The body is nested deeper than 32 levels.'
  const tooMany = 'The body has more than 100000 values.'
  const tooWide = 'An object in the body has more than 1000 fields.'
  test.each([
    ['33 levels', nested(33), tooDeep],
    ['33 levels behind a text', `["\\\\",${nested(32)}]`, tooDeep],
    ['33 levels of objects', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, tooDeep],
    ['what is never closed', '['.repeat(100), tooDeep],
    ['a list that is longer', list(100_000), tooMany],
    ['many lists', `[${Array(60).fill(list(2000)).join(',')}]`, tooMany],
    ['a thousand and one fields', object(1001), tooWide],
    ['so many fields with one name', `{${Array(1001).fill('"a":1').join(', ')}}`, tooWide],
    ['so many fields further in', `[{"a":[1,2,${object(1001)}]}]`, tooWide],
  ])('%s', (_what, text, message) => {
    expect(() => ensureModest(text)).toThrow(expect.objectContaining({ code: 'invalid_input', message }))
  })
})
