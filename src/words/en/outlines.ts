import type { Coordinates } from '../terms.ts'
import type { Writing } from '../writing.ts'

/** Latitude first, as people write it. */
const at = ({ lat, lon }: Coordinates) => `${lat}, ${lon}`

export const outlines = {
  hasNoPoints: () => 'has no points',
  hasTooManyPoints: ({ points, limit }: { points: number; limit: number }, { figure }: Writing) =>
    `has ${figure(points)} points; at most ${figure(limit)} are kept: simplify it`,
  hasTooManyRings: ({ rings, limit }: { rings: number; limit: number }, { figure }: Writing) =>
    `has ${figure(rings)} parts and holes; ${limit} are kept`,
  hasEmptyPart: () => 'has a part without points',
  hasHalfPoint: () => 'has a point without a longitude and a latitude',
  hasPointOffTheEarth: ({ lon, lat }: { lon: number; lat: number }) =>
    `has a point at ${lon}, ${lat}, which is not in degrees east and north (WGS 84)`,
  hasEmptyRing: () => 'has a ring without points',
  hasOpenRing: ({ first, last }: { first: Coordinates; last: Coordinates }) =>
    `has a ring that is not closed: it begins at ${at(first)} and ends at ${at(last)}`,
  hasShortRing: () => 'has a ring of fewer than three points',
  reachesTooFar: ({ degrees }: { degrees: number }) =>
    `reaches over more than ${degrees} degrees, which no field does`,
  crossesItself: ({ near }: { near: Coordinates }) => `crosses or touches itself near ${at(near)}`,
  hasHoleOutside: ({ near }: { near: Coordinates }) => `has a hole outside of it, at ${at(near)}`,
  hasOverlappingHoles: ({ near }: { near: Coordinates }) => `has holes that overlap, at ${at(near)}`,
  hasOverlappingParts: ({ near }: { near: Coordinates }) => `has parts that overlap, at ${at(near)}`,
}
