import { expect, test } from 'vitest'
import { hashPassword, inHashingTurn } from './passwords.ts'
import { passwordFaults } from './password-rules.ts'

const context = {
  path: 'password',
  email: 'ann.miller@hillfarm.example',
  userName: 'Ann Miller',
  organisationNames: ['Hill Farm & Sons'],
}

test.each([
  ['wide yellow combine', []],
  ['x7#kQ0pv!2Lz', []],
  ['œufs de ferme bleus', []],
  ['hunter2', ['minLength']],
  ['aaaaaaaaaaaa', ['repetitive']],
  ['aaa', ['minLength', 'repetitive']],
  [`ab cd ${'e'.repeat(200)}`, ['maxLength']],
  ['123456789012', ['common']],
  ['Password-2026!', ['common']],
  ['qwerty123456', ['common']],
  ['P A S S W O R D 1 2 3', ['common']],
  ['ann.miller@hillfarm.example', ['own_email']],
  ['Ann-Miller-1984', ['own_email']],
  ['HillFarmAndSons', ['common']],
  ['hill farm & sons', ['own_organisation']],
  ['HillFarmSons2026', ['own_organisation']],
  ['hillfarmsonshillfarmsons', ['own_organisation']],
  ['correct horse battery staple', ['common']],
  ['password', ['minLength']],
  ['Manchester2026', ['common']],
  ['Summer2026!!', ['common']],
  ['Summer 2026 !!', ['common']],
  ['123456789abc', ['common']],
  ['qwertyuiop123', ['common']],
  ['JohnDeere2026!', ['common']],
  ['Harvest-2026!', ['common']],
  ['Tractor-Barley-26', ['common']],
  ['Granary2026!!', ['common']],
  ['ann.hillfarm.2026', ['common']],
  ['Hill2026Miller!', ['common']],
  ['another good password 7', []],
  ['nine grey wagons', []],
])('%j: %j', async (password, codes) => {
  expect((await passwordFaults(password, context)).map(({ code }) => code)).toEqual(codes)
})

test('what is easy to guess is refused with the reason and a way out', async () => {
  const [refused] = await passwordFaults('Summer2026!!', context)
  expect(refused?.message).toMatch(/^is easy to guess: .*Take three or four words/)
})

test('twelve characters are counted as people count them', async () => {
  expect((await passwordFaults('🌾🌽🐄🚜🌻🐖🥕🍎🐓🌱🧺', context)).map(({ code }) => code)).toEqual([
    'minLength',
  ])
  expect(await passwordFaults('🌾🌽🐄🚜🌻🐖🥕🍎🐓🌱🧺🐑', context)).toEqual([])
})

const verifyPassword = (password: string, stored: string | null) =>
  inHashingTurn(({ verify }) => verify(password, stored))

test('a hash is salted, says its cost, and fits its password alone', async () => {
  const [one, two] = await Promise.all([
    hashPassword('wide yellow combine'),
    hashPassword('wide yellow combine'),
  ])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect(await verifyPassword('wide yellow combine', one)).toBe(true)
  expect(await verifyPassword('wide yellow combinE', one)).toBe(false)
  expect(await verifyPassword('wide yellow combine', null)).toBe(false)
})

test('the same word in two Unicode forms is one password', async () => {
  expect(await verifyPassword('cafe\u0301 au champ', await hashPassword('caf\u00e9 au champ'))).toBe(true)
})

test('a flood of hashes is turned away, and the next one after it is not', async () => {
  const results = await Promise.allSettled(Array.from({ length: 40 }, () => verifyPassword('a flood', null)))
  const refused = results.filter(({ status }) => status === 'rejected')
  // One or two are hashed and 16 wait, by the machine's cores.
  expect([40 - 18, 40 - 17]).toContain(refused.length)
  expect(refused[0]).toMatchObject({ reason: { code: 'rate_limited', details: { retryAfterSeconds: 2 } } })
  expect(await verifyPassword('after the flood', null)).toBe(false)
})
