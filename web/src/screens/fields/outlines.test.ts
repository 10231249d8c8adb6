import { describe, expect, test } from 'vitest'
import { colouredBy, roundFigure } from './colouring.ts'
import { fieldsViewOf, named } from './filters.ts'
import { askedCorners, cornersOf, cornersOfAll, polygonsOf } from './outlines.ts'
import { blankPart, remainderOf, splitBody } from './parts.ts'
import { readOutline, withoutLast, withPoint } from './typed-outline.ts'

const outline = [[[-37_000, 5_181_000, 400, 0, 0, 400, -400, 0]]]
const coordinates = { lat: 51.9, lon: -0.3 }

test('an outline in degrees: its steps added up and its rings closed', () => {
  expect(polygonsOf(outline)).toEqual([
    [
      [
        [-0.37, 51.81],
        [-0.366, 51.81],
        [-0.366, 51.814],
        [-0.37, 51.814],
        [-0.37, 51.81],
      ],
    ],
  ])
})

const field = (name: string, rest: object = {}) => ({
  id: name,
  name,
  area: 10,
  boundary: 'none' as const,
  outline: null,
  coordinates: null,
  crops: [],
  lastYear: '',
  ...rest,
})

test('where fields are', () => {
  expect(cornersOf({ outline, coordinates: null })).toEqual([-0.37, 51.81, -0.366, 51.814])
  expect(cornersOf({ outline: null, coordinates })).toEqual([-0.3, 51.9, -0.3, 51.9])
  expect(cornersOf({ outline: null, coordinates: null })).toBeUndefined()
  const all = [field('a', { outline }), field('b', { coordinates }), field('c')]
  expect(cornersOfAll(all)).toEqual([-0.37, 51.81, -0.3, 51.9])
  expect(cornersOfAll([field('c')])).toBeUndefined()
  expect(askedCorners([-0.37, 51.81, -0.366, 51.814])).toBe('-0.40,51.80,-0.35,51.85')
})

describe('what is typed', () => {
  test.each([
    ['51.8, -0.4', [[-0.4, 51.8]]],
    ['51,8; -0,4', [[-0.4, 51.8]]],
    ['51.8 N 0.4 W', [[-0.4, 51.8]]],
    ['-33.5 18.6\n\n', [[18.6, -33.5]]],
  ])('%j is a point', (text, points) => {
    expect(readOutline(text)).toEqual({ polygons: [], points })
  })

  test.each<[string, number]>([
    ['51.8', 1],
    ['51.8, -0.4\nx', 2],
    ['91, 0', 1],
    ['{', 0],
    ['{"type":"Point","coordinates":[0,51]}', 0],
  ])('%j is none, and it is said where', (text, faultyLine) => {
    expect(readOutline(text)).toEqual({ faultyLine })
  })

  test('three points and more are an area; one is added and taken back', () => {
    let text = ''
    for (const point of [
      [0, 51],
      [1, 51],
      [1, 52],
    ] as const)
      text = withPoint(text, [...point])
    expect(readOutline(text)).toMatchObject({
      polygons: [
        [
          [
            [0, 51],
            [1, 51],
            [1, 52],
            [0, 51],
          ],
        ],
      ],
    })
    expect(readOutline(withoutLast(text))).toMatchObject({ polygons: [], points: { length: 2 } })
    expect(withoutLast(withoutLast(withoutLast(text)))).toBe('')
  })

  test('GeoJSON of any kind is its areas, without heights', () => {
    const ring = [
      [0, 51, 80],
      [1, 51, 80],
      [1, 52, 80],
      [0, 51, 80],
    ]
    const polygon = { type: 'Polygon', coordinates: [ring] }
    const flat = ring.map(([lon, lat]) => [lon, lat])
    const collection = { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: polygon }] }
    for (const [text, count] of [
      [polygon, 1],
      [{ type: 'MultiPolygon', coordinates: [[ring], [ring]] }, 2],
      [collection, 1],
    ] as const)
      expect(readOutline(JSON.stringify(text))).toEqual({
        polygons: Array.from({ length: count }, () => [flat]),
        points: [],
      })
  })
})

describe('colours', () => {
  const crop = (commodityId: number, kilogramsPerHectare: number | null = null) => ({
    crops: [{ commodityId, varieties: [], area: 10, harvested: 0, kilogramsPerHectare }],
  })
  const shapes = [
    field('a', { ...crop(1, 8000), lastYear: '2026' }),
    field('b', { ...crop(2, 9960), lastYear: '2026' }),
    field('c', { ...crop(1), lastYear: '2025' }),
    field('d'),
  ]
  const commodities = [
    { id: 1, name: 'Wheat' },
    { id: 2, name: 'Barley' },
  ]
  const of = (colouring: 'crop' | 'year' | 'yield') => {
    const { classes, classOf } = colouredBy(colouring, { shapes, commodities }, String)
    return [classes.map(({ meaning, count }) => ({ ...meaning, count })), shapes.map(classOf)]
  }

  test('by crop, by name', () => {
    expect(of('crop')).toEqual([
      [
        { of: 'crop', name: 'Barley', count: 1 },
        { of: 'crop', name: 'Wheat', count: 2 },
        { of: 'nothing', count: 1 },
      ],
      [1, 0, 1, 2],
    ])
  })

  test('by year, the newest first', () => {
    expect(of('year')).toEqual([
      [
        { of: 'year', year: '2026', count: 2 },
        { of: 'year', year: '2025', count: 1 },
        { of: 'nothing', count: 1 },
      ],
      [0, 0, 1, 2],
    ])
  })

  test('by yield, in steps that are as wide as each other', () => {
    expect(of('yield')).toEqual([
      [
        { of: 'yield', from: 9600, to: 10_000, count: 1 },
        { of: 'yield', from: 8000, to: 8400, count: 1 },
        { of: 'nothing', count: 2 },
      ],
      [1, 0, 2, 2],
    ])
  })

  test('where nothing was brought in', () => {
    expect(colouredBy('yield', { shapes: [field('d')], commodities: [] }, String).classes).toMatchObject([
      { count: 1, meaning: { of: 'nothing' } },
    ])
  })
})

test.each([
  ['tonnes by the hectare', 1000, 100],
  ['bushels of wheat by the acre', 67.25, 67.25],
  ['pounds by the acre', 1.12, 112],
])('steps of yields are round in %s', (_unit, yieldSize, expected) => {
  expect(roundFigure(yieldSize)).toBeCloseTo(expected)
})

test('the address, and names', () => {
  expect(fieldsViewOf({})).toEqual({ view: 'list', year: undefined, colouring: 'crop', find: '' })
  expect(fieldsViewOf({ view: 'map', year: '2025', colour: 'yield', find: 'hill' })).toEqual({
    view: 'map',
    year: '2025',
    colouring: 'yield',
    find: 'hill',
  })
  expect(fieldsViewOf({ view: 'x', colour: 'y' })).toMatchObject({ view: 'list', colouring: 'crop' })
  expect(named([{ name: 'Barn Hill' }, { name: 'Mill' }], ' HILL ')).toEqual([{ name: 'Barn Hill' }])
})

test('parts of a field, and what remains', () => {
  const part = { name: ' East ', ha: '4.5', variety: '' }
  expect(remainderOf(12.3, [part, blankPart()], 'en')).toBe(7.8)
  expect(remainderOf(4, [part], 'en')).toBe(-0.5)
  expect(splitBody('id', [part], 'en')).toEqual([{ source: 'id', name: 'East', hectares: 4.5 }])
  expect(splitBody('id', [{ ...part, variety: ' Skyfall' }], 'en')).toEqual([
    { source: 'id', name: 'East', hectares: 4.5, variety: 'Skyfall' },
  ])
  expect(splitBody('id', [part, blankPart()], 'en')).toBeUndefined()
})
