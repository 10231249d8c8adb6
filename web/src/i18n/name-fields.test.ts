import { expect, test } from 'vitest'
import * as operations from '../api/operations.ts'
import { nameOfPath, withFieldNames } from './name-fields.ts'

const words = {
  several: '{n} Angaben stimmen nicht: {fields}.',
  tooLong: 'höchstens {most} Zeichen',
  needed: 'wird gebraucht',
  field: 'Eine der Angaben',
  sender: 'Anlieferer',
  weight: 'Gewicht',
  from: 'Woher',
  storage: 'Box',
  name: 'Name',
}

test.each([
  ['source.intake.sender.id: must have at most 100 characters', 'Anlieferer: höchstens 100 Zeichen'],
  ['source.intake.sender.name: is needed', 'Anlieferer: wird gebraucht'],
  ['storage[0].weight: must be at least 0', 'Gewicht: must be at least 0'],
  ['name: is needed', 'Name: wird gebraucht'],
  ['loads[0].from.sender.id: must have at most 100 characters', 'Anlieferer: höchstens 100 Zeichen'],
  ['loads[0].parts[1].weight: must be at least 0', 'Gewicht: must be at least 0'],
  ['loads[0].from: must have a recordId', 'Woher: must have a recordId'],
  ['a.b.c: is not known', 'Eine der Angaben: is not known'],
  [
    '2 fields need attention: source.intake.sender.id and storage[1].weight.',
    '2 Angaben stimmen nicht: Anlieferer, Gewicht.',
  ],
  ['3 fields need attention: a.b, c.d and storage[0].', '3 Angaben stimmen nicht: Eine der Angaben, Box.'],
  ['There is no bay of that name.', 'There is no bay of that name.'],
])('“%s” is shown as “%s”', (message, shown) => {
  expect(withFieldNames(message, words)).toBe(shown)
})

test('no form shows the path of a field, whichever is refused', () => {
  const paths = Object.values(operations).flatMap((limits) => Object.keys(limits))
  expect(paths.length).toBeGreaterThan(100)
  for (const path of paths) {
    expect(withFieldNames(`${path}: must be a word`, words)).not.toMatch(/\w\.\w|\[\d/)
    expect(nameOfPath(path, words)).not.toContain('.')
  }
})
