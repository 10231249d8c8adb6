import { expect, test } from 'vitest'
import { StatedYields } from './field-yields.ts'

test('what rows said of crops lasts from step to step, and a step that is run again says it anew', () => {
  const said = new StatedYields()
  said.beginStep(2)
  said.add('crop', { number: 2, gramsPerHectare: 8 })
  said.beginStep(502)
  expect(said.find('crop')).toEqual({ number: 2, gramsPerHectare: 8 })
  said.add('crop', { number: 700, gramsPerHectare: 9 })
  expect(said.find('crop')).toEqual({ number: 700, gramsPerHectare: 9 })
  said.beginStep(502)
  expect(said.find('crop')).toEqual({ number: 2, gramsPerHectare: 8 })
  expect(said.find('other')).toBeUndefined()
})
