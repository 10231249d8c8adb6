import type { outlines as sentences } from '../en/outlines.ts'
import type { Examples } from '../writing.ts'

export const outlines: Examples<typeof sentences> = {
  hasNoPoints: {},
  hasTooManyPoints: { points: 12_345, limit: 10_000 },
  hasTooManyRings: { rings: 1234, limit: 500 },
  hasEmptyPart: {},
  hasHalfPoint: {},
  hasPointOffTheEarth: { lon: 512_345.5, lat: 5_712_345 },
  hasEmptyRing: {},
  hasOpenRing: { first: { lat: 51.8, lon: -0.36 }, last: { lat: 51.9, lon: -0.36 } },
  hasShortRing: {},
  reachesTooFar: { degrees: 2 },
  crossesItself: { near: { lat: 51.8, lon: -0.36 } },
  hasHoleOutside: { near: { lat: 51.8, lon: -0.36 } },
  hasOverlappingHoles: { near: { lat: 51.8, lon: -0.36 } },
  hasOverlappingParts: { near: { lat: 51.8, lon: -0.36 } },
}
