import { expect, test } from 'vitest'
import { partnerIdOf } from './partner-id.ts'

test('an id is made of a name', () => {
  expect(partnerIdOf(' Brook End Farm & Söhne ')).toBe('brook-end-farm-sohne')
  expect(partnerIdOf('01990000-0000-7000-8000-00000000ABCD ')).toBe('01990000-0000-7000-8000-00000000abcd')
  expect(partnerIdOf('—')).toBe('partner')
})
