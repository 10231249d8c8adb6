import { expect, test } from 'vitest'
import { typedProbes } from './typed-probes.ts'

test.each([
  ['', []],
  ['12.5', [12.5]],
  ['12,5 13  −2', [12.5, 13, -2]],
  ['12;13', [12, 13]],
])('“%s” is a figure for each probe', (typed, celsius) => {
  expect(typedProbes(typed)?.map((each) => each.celsius)).toEqual(celsius)
  expect(typedProbes(typed)?.map(({ probe }) => probe)).toEqual(
    celsius.map((_each, index) => String(index + 1)),
  )
})

test.each(['warm', '12.5.1', '12 x', '1e3'])('“%s” is none', (typed) => {
  expect(typedProbes(typed)).toBeUndefined()
})
