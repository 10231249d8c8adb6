import { expect, test } from 'vitest'
import { partnerIdOf } from './partner-id.ts'

test('an id is made of a name', () => {
  expect(partnerIdOf(' Brook End Farm & Söhne ')).toBe('brook-end-farm-sohne')
  expect(partnerIdOf('—')).toBe('partner')
})
