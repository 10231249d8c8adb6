import { expect, test } from 'vitest'
import { readCoordinates, writeCoordinates } from './coordinates.ts'

const near = (lat: number, lon: number) => ({ lat: expect.closeTo(lat, 6), lon: expect.closeTo(lon, 6) })

test.each<[string, number, number]>([
  ['51.8094, -0.3564', 51.8094, -0.3564],
  ['51.8094,-0.3564', 51.8094, -0.3564],
  ['51.8094 −0.3564', 51.8094, -0.3564],
  ['51,8094; -0,3564', 51.8094, -0.3564],
  ['51,8094, -0,3564', 51.8094, -0.3564],
  ['51.8094° N, 0.3564° W', 51.8094, -0.3564],
  ['51.8094N0.3564W', 51.8094, -0.3564],
  ['N 51.8094 W 0.3564', 51.8094, -0.3564],
  ['0.3564 W 51.8094 N', 51.8094, -0.3564],
  ['33.5 s, 18.6 e', -33.5, 18.6],
  [`51°48'33.84"N 0°21'23.04"W`, 51.8094, -0.3564],
  ['51°48′33.84″ N, 0°21′23.04″ W', 51.8094, -0.3564],
  ['51° 48.564’ N, 0° 21.384’ W', 51.8094, -0.3564],
  ['geo:51.8094,-0.3564', 51.8094, -0.3564],
  ['52, 0', 52, 0],
])('%s is a point', (text, lat, lon) => {
  expect(readCoordinates(text)).toEqual(near(lat, lon))
})

test.each([
  ['nothing', ''],
  ['one figure', '51.8094'],
  ['one figure with a comma', '51,8'],
  ['no latitude', '91, 0'],
  ['no longitude', '51, 181'],
  ['two latitudes', '51 N 0.4 S'],
  ['a letter for one of two', '51.8 N, 0.4'],
  ['a letter and a sign', '51.8 N, -0.4 W'],
  ['German east or French west', '48.1 N, 11.6 O'],
  ['seconds without minutes', `51°48''N 0°21''W`],
  ['sixty minutes', `51°60'N 0°0'W`],
  ['minutes of broken degrees', `51.5°30'N 0°21'W`],
  ['a telephone number', '01582 763133'],
  ['a postcode', 'AL5 2JQ'],
])('%s is none', (_name, text) => expect(readCoordinates(text)).toBeUndefined())

test('a point that was written is read again', () => {
  expect(writeCoordinates({ lat: 51.8094, lon: -0.3564 })).toBe('51.809400, -0.356400')
  expect(readCoordinates('51.809400, -0.356400')).toEqual({ lat: 51.8094, lon: -0.3564 })
})
