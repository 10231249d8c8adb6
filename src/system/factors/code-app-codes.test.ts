import { describe, expect, test } from 'vitest'
import { codeAppAddress, codeAt, newCodeSecret, stepOfCode } from './code-app-codes.ts'

// RFC 6238, appendix B: its secret "12345678901234567890" in Base32, and the last six of its eight digits by HMAC-SHA-1.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at second %d the code is that of RFC 6238', (seconds, code) => {
  expect(codeAt(SECRET, new Date(seconds * 1000))).toBe(code.slice(2))
})

describe('a code is taken', () => {
  const now = new Date(1_111_111_111_000)
  const step = Math.floor(1_111_111_111 / 30)
  test.each([
    [-60, undefined],
    [-30, step - 1],
    [0, step],
    [30, step + 1],
    [60, undefined],
  ])('%d seconds away as step %s', (seconds, expected) => {
    expect(stepOfCode(SECRET, codeAt(SECRET, new Date(now.getTime() + seconds * 1000)), now)).toBe(expected)
  })

  test.each(['', '12345', '1234567', 'abcdef', '05047１'])('never as %j', (code) => {
    expect(stepOfCode(SECRET, code, now)).toBeUndefined()
  })
})

test('the address is one that code apps read', () => {
  const secret = newCodeSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const address = new URL(codeAppAddress(secret, 'ann@hillfarm.example'))
  expect(address.protocol).toBe('otpauth:')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    issuer: 'Granary',
    secret,
    period: '30',
    digits: '6',
  })
})
