import { expect, test } from 'vitest'
import { inUnit } from './in-unit.ts'

test('a figure and its unit are not broken apart, and a unit by itself is only a word', () => {
  const m = inUnit({ left: '{t} {unit} left', head: 'Weight, {unit}', none: 'Nothing' }, 't')
  expect(m).toEqual({ left: '{t}\u00A0t left', head: 'Weight, t', none: 'Nothing' })
})
