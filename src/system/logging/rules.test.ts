import { describe, expect, test } from 'vitest'
import { levelOf, levelRules, parseFilter, type Logging } from './rules.ts'

describe('a filter', () => {
  test.for<[string, string]>([
    ['', ''],
    [' , ,', ''],
    ['http:warn', 'http:warn'],
    ['inventory/movements:debug,http:warn', 'inventory/movements:debug http:warn'],
    [' http : silent ,\n db:trace', 'http:silent db:trace'],
    ['identity/.well-known:error', 'identity/.well-known:error'],
    ['identity/sign-in:error', 'identity/sign-in:error'],
  ])('%j is read as %j', ([filter, expected]) => {
    const { rules } = parseFilter(filter, 'system')
    expect(rules.map(({ module, level }) => `${module}:${level}`).join(' ')).toBe(expected)
  })

  test.for([
    'http',
    'http:',
    ':warn',
    'http:loud',
    'http:warn:info',
    'HTTP:warn',
    '/http:warn',
    'http/:warn',
    '*:warn',
  ])('%j is refused, and the part is named', (part) => {
    const { rules, faults } = parseFilter(`db:warn, ${part}, main:info`, 'system')
    expect(faults).toMatchObject([{ path: 'logging.filter', code: 'pattern', data: { part } }])
    expect(rules).toHaveLength(2)
  })

  test('of the inventory is for its own modules', () => {
    expect(parseFilter('inventory/records:debug,inventory:warn', 'inventory').faults).toEqual([])
    expect(parseFilter('http:debug,inventoryx:warn,system/cache:info', 'inventory').faults).toHaveLength(3)
  })

  test('has an end', () => {
    const parts = (count: number) => Array.from({ length: count }, (_each, index) => `m${index}:info`).join()
    expect(parseFilter(parts(100), 'system').faults).toEqual([])
    expect(parseFilter(parts(101), 'system').faults).toMatchObject([{ code: 'maxItems' }])
  })
})

const whole: Logging = { service: 'system', level: 'warn', filter: 'inventory/movements:error,http:debug' }
const own: Logging = { service: 'inventory', level: 'info', filter: 'inventory/records:trace' }

test.for<[string, Logging[], string, string]>([
  ['nothing set', [], 'http', 'fatal'],
  ['the level of the program', [whole], 'main', 'warn'],
  ['the level of a module', [whole], 'http', 'debug'],
  ['the level of what is below it', [whole], 'inventory/movements/trace', 'error'],
  ['not that of what only begins alike', [whole], 'httpd', 'warn'],
  ['the inventory’s own level, over the program’s', [whole, own], 'inventory/storage', 'info'],
  ['the closest name, whoever said it', [own, whole], 'inventory/movements', 'error'],
  ['the inventory’s own filter', [whole, own], 'inventory/records', 'trace'],
  ['the inventory’s where both name it', [{ ...whole, filter: 'inventory:fatal' }, own], 'inventory', 'info'],
  ['the later of two in one filter', [{ ...whole, filter: 'db:info,db:error' }], 'db', 'error'],
  ['what it was started with, as the default', [{ ...whole, level: 'default' }], 'db', 'fatal'],
  ['the program’s, as the inventory’s default', [whole, { ...own, level: 'default' }], 'inventory', 'warn'],
])('%s', ([, settings, module, expected]) => {
  expect(levelOf(module, levelRules(settings), 'fatal')).toBe(expected)
})
