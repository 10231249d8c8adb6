import { expect, test } from 'vitest'
import { nameKey, SEEN, tidied } from './names.ts'

test.each<[given: string, kept: string]>([
  ['Long Meadow', 'Long Meadow'],
  ['  Long   Meadow ', 'Long Meadow'],
  ['Long\u00a0Meadow', 'Long Meadow'],
  ['Long \u2007\u202f\u3000\tMeadow', 'Long Meadow'],
  ['\ufeffLong\u200b Mea\u00addow\u200e', 'Long Meadow'],
  ['Long \u0096 Meadow\u001a', 'Long Meadow'],
  ['Long\nMeadow', 'Long\nMeadow'],
  ['Mu\u0308hle', 'M\u00fchle'],
  [
    '\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
    '\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
  ],
  ['\u200b \u00a0', ''],
  ['\u001a', ''],
  ['', ''],
])('%j is kept as %j', (given, kept) => {
  expect(tidied(given)).toBe(kept)
  expect(tidied(kept)).toBe(kept)
  expect(new RegExp(SEEN, 'u').test(given)).toBe(kept !== '')
})

test('names are compared without regard to case', () => {
  expect(nameKey('LONG  meadow')).toBe(nameKey('Long Meadow'))
  expect(nameKey('Long Meadow')).not.toBe(nameKey('Longmeadow'))
})
