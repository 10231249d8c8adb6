import { expect, test } from 'vitest'
import { asStoredName, stockNameAfter, stockNameFor, storedStockName } from './stock-names.ts'

const winterWheat = { commodityId: 1, typeId: 101 }

test.each([
  ['Winter wheat 2026', 'DE', 'de', 'Winterweizen 2026'],
  ['Winter wheat 2026', 'FR', 'fr', 'Blé d’hiver 2026'],
  ['Winter wheat 2026', 'GB', 'en', 'Winter wheat 2026'],
  ['Winter wheat 2026', 'GB', 'de', 'Winterweizen 2026'],
  ['Spring barley', 'DE', 'de', 'Sommergerste'],
  ['Spring barley 2026/27', 'AU', 'fr', 'Orge de printemps 2026/27'],
  ['Durum wheat 2026', 'DE', 'de', 'Hartweizen 2026'],
  ['Sugar beet 2026', 'DE', 'de', 'Zuckerrüben 2026'],
  ['Far Lawn 2026', 'DE', 'de', 'Far Lawn 2026'],
  ['Winter wheat of Brook 2026', 'DE', 'de', 'Winter wheat of Brook 2026'],
] as const)('%s of %s is called for who reads %s: %s', (name, countryISO, language, called) => {
  expect(stockNameFor(name, { language, countryISO })).toBe(called)
})

test('what the service calls it itself is stored as if nobody had named it', () => {
  const stored = storedStockName('DE', winterWheat, '2026')
  expect(stored).toBe('Winter wheat 2026')
  for (const name of ['Winterweizen 2026', 'Blé d’hiver 2026', stored])
    expect(asStoredName(name, 'DE', winterWheat, '2026')).toBe(stored)
  for (const name of ['Winterweizen 2025', 'Hofweizen', 'Winterroggen 2026'])
    expect(asStoredName(name, 'DE', winterWheat, '2026')).toBe(name)
})

test('stock of another year is called after that year, and what somebody named stays', () => {
  const [was, is] = ['2026', '2027'].map((harvestYear) => ({ ...winterWheat, harvestYear }))
  if (!was || !is) throw new Error('two years')
  expect(stockNameAfter('GB', 'Winter wheat 2026', was, is)).toBe('Winter wheat 2027')
  expect(stockNameAfter('GB', 'Far Lawn', was, is)).toBe('Far Lawn')
})
