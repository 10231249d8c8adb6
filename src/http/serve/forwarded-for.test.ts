import { expect, test } from 'vitest'
import { addressesIn } from './request-headers.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9, 198.51.100.7', '203.0.113.9, 198.51.100.7'],
  ['198.51.100.210:1000', '198.51.100.210'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['garbage', undefined],
  ['', undefined],
  ['unknown, 198.51.100.7', '198.51.100.7'],
  ['203.0.113.9, garbage', undefined],
  ['203.0.113.9, , 198.51.100.7', '198.51.100.7'],
  ['198.51.100.7:', undefined],
  ['198.51.100.7:99999999', undefined],
  ['198.51.100.999', undefined],
  ['[198.51.100.7', undefined],
])('%j: %j', (header, addresses) => {
  expect(addressesIn(header)).toBe(addresses)
})
