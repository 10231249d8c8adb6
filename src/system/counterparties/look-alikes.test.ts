import { describe, expect, test } from 'vitest'
import { namesAmong } from './look-alikes.ts'

const [ours, alpha, beta] = ['ours', 'alpha', 'beta']
const names = namesAmong([
  { id: ours, name: 'Hill Farm' },
  { id: alpha, name: 'Alpha Farm' },
  { id: null, name: 'Vale Merchants' },
])

describe('names that are taken for others', () => {
  test.each([
    ['with a Cyrillic A', '\u0410lpha Farm', beta, 'Alpha Farm'],
    ['the very name of an organisation', 'Alpha Farm', beta, 'Alpha Farm'],
    ['in capitals', 'ALPHA FARM', beta, 'Alpha Farm'],
    ['with an r and an n for an m', 'Alpha Farrn', beta, 'Alpha Farm'],
    ['with a capital i for a small L', 'HiII Farm', beta, 'Hill Farm'],
    ['with figures for letters', 'Hi11 Farm', beta, 'Hill Farm'],
    ['with an unseen blank', 'Alpha\u200bFarm', beta, 'Alpha Farm'],
    ['with other marks between', 'Alpha-Farm.', beta, 'Alpha Farm'],
    ['in wide letters', 'Ａｌｐｈａ Ｆａｒｍ', beta, 'Alpha Farm'],
    ['of a partner, nearly', 'Va1e Merchants', beta, 'Vale Merchants'],
    ['of a partner, who may have come to use the service', 'Vale Merchants', beta, ''],
    ['whose it is', 'Alpha Farm', alpha, ''],
    ['one’s own', 'Hill Farm', ours, ''],
    ['like none', 'Moor Farm', beta, ''],
    ['of signs alone', '***', beta, ''],
  ])('%s', (_what, name, organisationId, expected) => {
    expect(names.takenFor(name, organisationId)).toBe(expected)
  })
})
