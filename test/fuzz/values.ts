import { fc } from '../seed.ts'
import type { JsonSchema } from '../documents.ts'
import { RawNumber } from './json.ts'

/** Stands in a recipe for an id that is known when it is sent: one of the caller's own, or one of somebody else. */
export class PooledId {
  readonly whose: 'own' | 'foreign'
  readonly name: string
  readonly type: 'string' | 'number'
  readonly pick: number
  constructor(whose: 'own' | 'foreign', name: string, type: 'string' | 'number', pick: number) {
    this.whose = whose
    this.name = name
    this.type = type
    this.pick = pick
  }
}

export function pooledId(name: string, type: 'string' | 'number' = 'string'): fc.Arbitrary<PooledId> {
  const whose = fc.oneof(
    { weight: 4, arbitrary: fc.constant('own' as const) },
    fc.constant('foreign' as const),
  )
  return fc.tuple(whose, fc.nat(999)).map(([of, pick]) => new PooledId(of, name, type, pick))
}

const strangeTexts = [
  '',
  ' ',
  '\t\r\n',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u00e9',
  'e\u0301',
  '👩‍🌾🌾',
  '\u202e\u200b\ufeff',
  '١٢٣',
  'İ',
  'ß'.repeat(300),
  "'; drop table records; --",
  '%_\\',
  '${7*7}{{7*7}}',
  '=cmd|calc',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '__proto__',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e400',
  '0x10',
  '2147483648',
  '9223372036854775808',
  '00000000-0000-0000-0000-000000000000',
  '01990000-0000-7000-8000-00000000000G',
  'X'.repeat(501),
  '𝕏'.repeat(10_001),
]

const dates = [
  '2026-08-14',
  '2026-08-14T09:30',
  '2026-08-14T09:30:00.123456789Z',
  '2026-08-14T09:30+01:00',
  '2025-08-10T09:30:00Z',
  '1800-01-01',
  '2199-12-31T23:59:59.999Z',
  '2026-03-29T01:30',
  '2026-10-25T01:30',
  '2024-02-29',
]
const strangeDates = [
  '2026-02-30',
  '1799-12-31',
  '2200-01-01',
  '0000-00-00',
  '+275760-09-13T00:00:00Z',
  '-000001-01-01',
  '2026-08-14T24:00',
  '2026-08-14T23:59:60Z',
  '2026-W33-5',
  '2026-08-14T09:30[Europe/London]',
  '2026-08-14T09:30+99:99',
  '1786695000',
]

const strangeNumbers = [
  0,
  -1,
  1,
  0.0004,
  0.0005,
  0.1 + 0.2,
  1e-7,
  5e-324,
  1e21,
  1e308,
  -1e308,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  999_999_999.999,
  1_000_000_000.001,
]

/** Numbers that only the text of a body can say. */
const rawNumbers = [
  '1e999',
  '-1e999',
  '-0',
  '1E+2',
  '1.0',
  '123456789012345678901234567890',
  `0.${'1'.repeat(400)}`,
]

/** A value that hardly any field can be, and that none may stumble over. */
export const strange: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...strangeTexts) },
  { weight: 2, arbitrary: fc.constantFrom(...dates, ...strangeDates) },
  { weight: 4, arbitrary: fc.constantFrom(...strangeNumbers) },
  { weight: 1, arbitrary: fc.constantFrom(...rawNumbers).map((text) => new RawNumber(text)) },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], { id: null }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.double().filter(Number.isFinite) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
)

/** Names that a field or a parameter may be given which nobody documented. */
export const strangeNames: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'unexpected',
    '',
    '0',
    '$ref',
  ),
  fc.string({ unit: 'grapheme', maxLength: 10 }),
)

/** Values that a schema allows, more or less: what text means is guessed from the field's name. */
export function valuesOf(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  const branches = schema.anyOf
  if (branches) return fc.oneof(...branches.map((each) => valuesOf(each, name)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch ([schema.type ?? 'string'].flat()[0]) {
    case 'object':
      return objectsOf(schema)
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, name), { maxLength: 3 })
    case 'integer':
    case 'number':
      return numbersOf(schema, name)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return textsOf(schema, name)
  }
}

function objectsOf({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, each]) => [name, valuesOf(each, name)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: required, noNullPrototype: true })
}

/** Ids of the catalogue and of managed reasons that there are. */
const REFERENCE_IDS = [1, 2, 101, 201, 1010101]

function numbersOf(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const above = schema['exclusiveMinimum']
  const below = schema['exclusiveMaximum']
  const least = Math.ceil(Number(schema['minimum'] ?? (above === undefined ? -10 : Number(above) + 1)))
  const most = Math.floor(Number(schema['maximum'] ?? (below === undefined ? 1_000_000 : Number(below) - 1)))
  const small = { weight: 4, arbitrary: fc.integer({ min: least, max: Math.min(most, least + 120) }) }
  const edges = fc.constantFrom(least, most)
  if (schema.type === 'integer') {
    if (/substorage/i.test(name)) return pooledId(name, 'number')
    return /id$|^(type|grade|reason)$/i.test(name)
      ? fc.constantFrom(...REFERENCE_IDS)
      : fc.oneof(small, edges)
  }
  const grams = fc.integer({ min: least * 1000, max: Math.min(most * 1000, 2_000_000) })
  return fc.oneof(
    small,
    edges,
    grams.map((each) => each / 1000),
  )
}

/** What fields of such a name are about. */
const vocabulary: [name: RegExp, words: string[]][] = [
  [/year/i, ['2024', '2025', '2026', '2026/27']],
  [/email/i, ['ann@farm.example', ' ANN@FARM.EXAMPLE ', 'a+b@c.example']],
  [/country/i, ['GB', 'de', 'NZ']],
  [/timezone/i, ['Europe/London', 'Pacific/Kiritimati', 'UTC']],
  [/url|path/i, ['https://farm.example/x?y=1#z', '/offers/4711', 'http://127.0.0.1/']],
  [/^types?$/i, ['movement.', 'record.created', 'crop', 'store', 'field', 'planting', 'existing', 'intake']],
  [/hex|colou?r/i, ['#00ff00']],
  [/password/i, ['long barley evenings', 'wide yellow combine', 'x']],
]

/** Made once: it knows all of Unicode. */
const freeText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })

function textsOf({ format, ...schema }: JsonSchema, name: string): fc.Arbitrary<unknown> {
  if (format === 'date-time') return fc.constantFrom('2025-08-10T09:30:00Z', '2026-08-14T09:30:00+01:00')
  if (format !== undefined || /date|utc$|^at$/i.test(name)) return fc.constantFrom(...dates)
  if (/ids?$/i.test(name))
    return fc.oneof({ weight: 4, arbitrary: pooledId(name) }, fc.constant('valley-farm'))
  const known = vocabulary.find(([like]) => like.test(name))?.[1]
  const words = fc.constantFrom(...(known ?? ['Long Barn', 'valley-farm', '14.5', 'wheat', '1', 'AB12 CDE']))
  const most = Number(schema['maxLength'] ?? 30)
  const free = most < 30 ? freeText.map((text) => text.slice(0, most).toWellFormed()) : freeText
  return fc.oneof({ weight: known ? 9 : 2, arbitrary: words }, free)
}
