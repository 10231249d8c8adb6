import { expect, test } from 'vitest'
import { withOwnFigures } from './own-figures.ts'

const told = (message: string, language: string, path = '/api/inventory/movements') =>
  withOwnFigures({ message }, language, path)

test.each([
  ['de', '15,400 kg lost.', '15.400 kg lost.'],
  ['de', 'would be short by 7,500.5 kg on 14 Aug 2026', 'would be short by 7.500,5 kg on 14 Aug 2026'],
  ['de', 'Drying to 15.5 % took 1,234,567 kg.', 'Drying to 15,5 % took 1.234.567 kg.'],
  ['fr', '15,400 kg and 2.5 t', '15\u202f400 kg and 2,5 t'],
  ['en', '15,400 kg lost.', '15,400 kg lost.'],
  ['de', 'The bay “Box 1,000 kg” has 20 kg', 'The bay “Box 1,000 kg” has 20 kg'],
  ['de', 'Version 1.2.3, load S-1,200, 3,500 rows', 'Version 1.2.3, load S-1,200, 3,500 rows'],
])('in %s, %s', (language, sentence, expected) => {
  expect(told(sentence, language)).toEqual({ message: expected })
})

test('sentences anywhere in an answer, and nothing else of it', () => {
  const answer = {
    validation: [{ path: 'weight', message: 'is 1,000 kg' }],
    timeline: [{ details: { statusMessage: 'Set to 2,000 kg' } }],
    name: 'Field 1,000 kg',
    weight: 1000,
    none: null,
  }
  expect(withOwnFigures(answer, 'de', '/api/inventory/records/1')).toEqual({
    ...answer,
    validation: [{ path: 'weight', message: 'is 1.000 kg' }],
    timeline: [{ details: { statusMessage: 'Set to 2.000 kg' } }],
  })
})

test('a sentence that is in the reader’s language already stays, and one without a message in it does not', () => {
  const answer = {
    message: 'Von „Weizen“ würden am 10.08.2026 9.000 kg fehlen.',
    messageId: 'stockWouldBeShort',
    data: { weight: 9000 },
    validation: [{ message: 'is 1,000 kg' }],
  }
  expect(withOwnFigures(answer, 'de', '/api/inventory/movements')).toEqual({
    ...answer,
    validation: [{ message: 'is 1.000 kg' }],
  })
})

test('what people write each other stays as they wrote it', () => {
  expect(told('They take 1,500 kg', 'de', '/api/system/conversations/1')).toEqual({
    message: 'They take 1,500 kg',
  })
})
