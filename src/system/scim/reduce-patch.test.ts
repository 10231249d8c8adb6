import { describe, expect, test } from 'vitest'
import { fc } from '../../../test/seed.ts'
import { operationsIn } from './read-patch.ts'
import { personFrom, reducePatch, type DirectoryPerson } from './reduce-patch.ts'

const work = { value: 'a@x.example', type: 'work', primary: true }
const home = { value: 'b@x.example', type: 'home' }
const ann: DirectoryPerson = {
  username: 'ann',
  active: true,
  name: { givenname: 'Ann', familyname: 'Field' },
  emails: [work],
}

const change = (...operations: object[]) => reducePatch(ann, operationsIn({ Operations: operations }))

test.each([
  ['a text', { op: 'Replace', path: 'userName', value: 'eve' }, { ...ann, username: 'eve' }],
  ['a flag as a text', { op: 'replace', path: 'ACTIVE', value: 'False' }, { ...ann, active: false }],
  ['without a path', { op: 'add', value: { Active: 'true', externalId: 'x' } }, { ...ann, externalid: 'x' }],
  [
    'paths as members',
    { op: 'replace', value: { 'name.givenName': 'Eve', 'emails[type eq "work"].value': 'e@x.example' } },
    {
      ...ann,
      name: { givenname: 'Eve', familyname: 'Field' },
      emails: [{ ...work, value: 'e@x.example' }],
    },
  ],
  [
    'some parts of a name',
    { op: 'replace', path: 'name', value: { familyName: 'Acre' } },
    { ...ann, name: { givenname: 'Ann', familyname: 'Acre' } },
  ],
  ['a part taken away', { op: 'remove', path: 'name.givenName' }, { ...ann, name: { familyname: 'Field' } }],
  [
    'another primary address',
    { op: 'add', path: 'emails', value: [{ ...home, primary: true }] },
    {
      ...ann,
      emails: [
        { ...work, primary: false },
        { ...home, primary: true },
      ],
    },
  ],
  ['an address once more', { op: 'add', path: 'emails', value: work }, ann],
  [
    'an address that is not there yet',
    { op: 'replace', path: 'emails[type eq "home"].value', value: home.value },
    { ...ann, emails: [work, home] },
  ],
  ['all addresses', { op: 'replace', path: 'emails', value: [home] }, { ...ann, emails: [home] }],
  [
    'an address taken away',
    { op: 'remove', path: 'emails[type eq "work"]' },
    { username: 'ann', active: true, name: ann.name },
  ],
  [
    'its value taken away',
    { op: 'remove', path: 'emails[primary eq "True"].value' },
    { username: 'ann', active: true, name: ann.name },
  ],
  ['null', { op: 'replace', path: 'active', value: null }, { ...without('active') }],
  ['what means nothing here', { op: 'add', path: 'addresses[type eq "work"].street', value: 'Mill' }, ann],
  ['a schema of employees', { op: 'add', value: { 'urn:x:enterprise:2.0:User': { department: 1 } } }, ann],
])('changes %s', (_what, operation, expected) => {
  expect(change(operation)).toEqual(expected)
})

function without(name: keyof DirectoryPerson) {
  const { [name]: _left, ...rest } = ann
  return rest
}

test.each([
  ['invalidSyntax', { op: 'move', path: 'active' }],
  ['invalidSyntax', { path: 'active' }],
  ['invalidSyntax', { op: 'add', value: 'ann' }],
  ['noTarget', { op: 'remove' }],
  ['noTarget', { op: 'remove', path: 'emails[type eq "home"]' }],
  ['noTarget', { op: 'replace', path: 'emails[value co "z"].value', value: 'z@x.example' }],
  ['invalidPath', { op: 'replace', path: 'active.value', value: true }],
  ['invalidPath', { op: 'replace', path: 'userName[type eq "a"]', value: 'x' }],
  ['invalidPath', { op: 'replace', path: 7, value: 'x' }],
  ['invalidValue', { op: 'replace', path: 'active', value: 'maybe' }],
  ['invalidValue', { op: 'replace', path: 'userName', value: { a: 1 } }],
  ['invalidValue', { op: 'add', path: 'emails', value: 7 }],
  ['invalidValue', { op: 'add', path: 'name', value: 'Ann' }],
])('refuses as %s: %j', (scimType, operation) => {
  expect(() => change(operation)).toThrow(expect.objectContaining({ details: { scimType } }))
})

test.each([
  {},
  { Operations: [] },
  { Operations: 'x' },
  [],
  null,
  'x',
  { Operations: Array(101).fill({ op: 'add' }) },
])('no change: %j', (body) => {
  expect(() => operationsIn(body)).toThrow(/operation/)
})

test('a body is read whatever the case of its names, and nothing else is taken from it', () => {
  const body = JSON.parse('{"USERNAME":"ann","id":"1","password":"x","meta":{},"__proto__":{"active":true}}')
  expect(personFrom(body)).toEqual({ username: 'ann' })
})

/** A change as it is meant, however it is written. */
type Meant =
  | { kind: 'text'; name: 'userName' | 'externalId' | 'displayName'; to: string | undefined }
  | { kind: 'active'; to: boolean }
  | { kind: 'part'; name: 'givenName' | 'familyName' | 'formatted'; to: string | undefined }
  | { kind: 'email'; type: 'work' | 'home'; to: string }
  | { kind: 'emails'; to: { value: string; type: string }[] }
  | { kind: 'nothing' }

/** The same person, kept in the simplest way: one value for each name, and addresses in their order. */
interface Model {
  values: Map<string, unknown>
  emails: { value: string; type: string }[]
}

function applyToModel({ values, emails }: Model, meant: Meant): Model {
  const after = new Map(values)
  const set = (name: string, to: unknown) => (to === undefined ? after.delete(name) : after.set(name, to))
  if (meant.kind === 'text' || meant.kind === 'active')
    set(meant.kind === 'active' ? 'active' : meant.name.toLowerCase(), meant.to)
  if (meant.kind === 'part') set(`name.${meant.name.toLowerCase()}`, meant.to)
  const unique = (list: Model['emails']) => [
    ...new Map(list.map((each) => [`${each.type} ${each.value}`, each])).values(),
  ]
  if (meant.kind === 'emails') return { values: after, emails: unique(meant.to) }
  if (meant.kind !== 'email') return { values: after, emails }
  const { type, to } = meant
  const isThere = emails.some((each) => each.type === type)
  const changed = isThere
    ? emails.map((each) => (each.type === type ? { ...each, value: to } : each))
    : [...emails, { value: to, type }]
  return { values: after, emails: unique(changed) }
}

function modelOf(person: DirectoryPerson): Model {
  const { name = {}, emails = [], roles: _none, ...values } = person
  const parts = Object.entries(name).map(([part, value]) => [`name.${part}`, value] as const)
  return {
    values: new Map([...Object.entries(values), ...parts]),
    emails: emails.map(({ value = '', type = '' }) => ({ value, type })),
  }
}

const word = fc.constantFrom('ann', 'eve', 'Öl', '"quoted"', 'x y')
const maybe = fc.option(word, { nil: undefined })
const type = fc.constantFrom('work' as const, 'home' as const)
const meant: fc.Arbitrary<Meant> = fc.oneof(
  fc.record({
    kind: fc.constant('text' as const),
    name: fc.constantFrom('userName' as const, 'externalId' as const, 'displayName' as const),
    to: maybe,
  }),
  fc.record({ kind: fc.constant('active' as const), to: fc.boolean() }),
  fc.record({
    kind: fc.constant('part' as const),
    name: fc.constantFrom('givenName' as const, 'familyName' as const, 'formatted' as const),
    to: maybe,
  }),
  fc.record({ kind: fc.constant('email' as const), type, to: word }),
  fc.record({
    kind: fc.constant('emails' as const),
    to: fc.array(fc.record({ value: word, type }), { maxLength: 3 }),
  }),
  fc.constant({ kind: 'nothing' as const }),
)

/** Ways in which directories write one and the same change. */
const writing = fc.record({
  isPathless: fc.boolean(),
  isUpper: fc.boolean(),
  hasSchema: fc.boolean(),
  isFlagText: fc.boolean(),
  op: fc.constantFrom('replace', 'Replace', 'add', 'ADD'),
})
type Writing = typeof writing extends fc.Arbitrary<infer Each> ? Each : never

function written(change: Meant, { isPathless, isUpper, hasSchema, isFlagText, op }: Writing): object {
  const named = (name: string) =>
    (hasSchema ? 'urn:ietf:params:scim:schemas:core:2.0:User:' : '') + (isUpper ? name.toUpperCase() : name)
  const set = (path: string, value: unknown, operation: string = op) =>
    isPathless && operation !== 'remove'
      ? { op: operation, value: { [path]: value } }
      : { op: operation, path, value }
  switch (change.kind) {
    case 'text':
    case 'part': {
      const path = named(change.kind === 'part' ? `name.${change.name}` : change.name)
      return change.to === undefined ? set(path, undefined, 'remove') : set(path, change.to)
    }
    case 'active':
      return set(named('active'), isFlagText ? (change.to ? 'True' : 'False') : change.to)
    case 'email':
      return set(`${named('emails')}[TYPE eq "${change.type}"].value`, change.to)
    case 'emails':
      return set(named('emails'), change.to, 'replace')
    case 'nothing':
      return set('phoneNumbers', [{ value: '1' }])
  }
}

describe('against a simple model', () => {
  test('any changes, however they are written, mean the same', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(meant, writing), { minLength: 1, maxLength: 12 }), (changes) => {
        const operations = operationsIn({ Operations: changes.map(([each, way]) => written(each, way)) })
        const frozen = structuredClone(ann)
        const start: DirectoryPerson = { ...frozen, emails: [{ value: 'a@x.example', type: 'work' }] }
        const before = structuredClone(start)
        const expected = changes.reduce((model, [each]) => applyToModel(model, each), modelOf(start))
        expect(modelOf(reducePatch(start, operations))).toEqual(expected)
        expect(start).toEqual(before)
      }),
      { numRuns: 500 },
    )
  })
})
