import { expect, test } from 'vitest'
import { Refusal } from '../../kernel/errors.ts'
import { parseMemberFilter, parsePath } from './filter.ts'

const is = (path: string, value: unknown, operator = 'eq') => ({ kind: 'compare', path, operator, value })
const CORE = 'urn:ietf:params:scim:schemas:core:2.0:User'

test.each([
  ['userName eq "ann"', is('username', 'ann')],
  ['USERNAME Eq "Ann"', is('username', 'Ann')],
  [`${CORE}:userName sw "a"`, is('username', 'a', 'sw')],
  ['active eq true', is('active', true)],
  ['active eq False', is('active', false)],
  ['externalId eq null', is('externalid', null)],
  ['title pr', { kind: 'present', path: 'title' }],
  ['userName eq "a \\"quoted\\" (name]"', is('username', 'a "quoted" (name]')],
  [
    'a eq 1 and b eq 2 or not (c eq 3)',
    {
      kind: 'or',
      parts: [
        { kind: 'and', parts: [is('a', 1), is('b', 2)] },
        { kind: 'not', part: is('c', 3) },
      ],
    },
  ],
  [
    'a eq 1 and (b eq 2 or c eq 3)',
    { kind: 'and', parts: [is('a', 1), { kind: 'or', parts: [is('b', 2), is('c', 3)] }] },
  ],
  [
    'emails[type eq "work" and value co "@x"]',
    { kind: 'and', parts: [is('emails.type', 'work'), is('emails.value', '@x', 'co')] },
  ],
  [
    'emails[type eq "work"].value eq "a@x"',
    { kind: 'and', parts: [is('emails.type', 'work'), is('emails.value', 'a@x')] },
  ],
])('the filter %s', (text, filter) => {
  expect(parseMemberFilter(text)).toEqual(filter)
})

test.each([
  ['userName', { attribute: 'username', filter: undefined, sub: undefined }],
  ['Name.FamilyName', { attribute: 'name', filter: undefined, sub: 'familyname' }],
  [`${CORE}:name.familyName`, { attribute: 'name', filter: undefined, sub: 'familyname' }],
  ['emails[type eq "work"].value', { attribute: 'emails', filter: is('type', 'work'), sub: 'value' }],
  ['emails[primary eq true]', { attribute: 'emails', filter: is('primary', true), sub: undefined }],
  [
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
    {
      attribute: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:user:department',
      filter: undefined,
      sub: undefined,
    },
  ],
])('the path %s', (text, path) => {
  expect(parsePath(text)).toEqual(path)
})

const deep = `${'('.repeat(11)}a eq 1${')'.repeat(11)}`
test.each([
  '',
  ' ',
  'userName',
  'userName eq',
  'userName eq ann',
  'userName gt "a"',
  'userName eq "a',
  'userName eq "a" and',
  'userName eq "a" b',
  '(userName eq "a"',
  'emails[type eq "work"',
  'userName eq "a"; drop table users',
  "userName eq 'a'",
  'not userName eq "a"',
  deep,
  `userName eq "${'a'.repeat(1000)}"`,
])('no filter: %s', (text) => {
  const reading = () => parseMemberFilter(text)
  expect(reading).toThrow(Refusal)
  expect(reading).toThrow(expect.objectContaining({ details: { scimType: 'invalidFilter' } }))
})

test.each(['', '.', 'name.', 'name.a.b', 'emails[type eq]', 'emails[].value', '__proto__', 'emails.value x'])(
  'no path: %s',
  (text) => {
    expect(() => parsePath(text)).toThrow(expect.objectContaining({ details: { scimType: 'invalidPath' } }))
  },
)
