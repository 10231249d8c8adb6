import type { outlines as english } from '../en/outlines.ts'
import type { Coordinates } from '../terms.ts'
import type { SameAs } from '../writing.ts'

/** As maps take it, whatever sign stands before decimals. */
const at = ({ lat, lon }: Coordinates) => `${lat}, ${lon}`

export const outlines: SameAs<typeof english> = {
  hasNoPoints: () => 'hat keine Punkte',
  hasTooManyPoints: ({ points, limit }, { figure }) =>
    `hat ${figure(points)} Punkte; höchstens ${figure(limit)} werden gespeichert: bitte vereinfachen`,
  hasTooManyRings: ({ rings, limit }, { figure }) =>
    `hat ${figure(rings)} Teile und Löcher; ${figure(limit)} werden gespeichert`,
  hasEmptyPart: () => 'hat einen Teil ohne Punkte',
  hasHalfPoint: () => 'hat einen Punkt ohne Länge und Breite',
  hasPointOffTheEarth: ({ lon, lat }) =>
    `hat einen Punkt bei ${lon}, ${lat}, der nicht in Grad Ost und Nord (WGS 84) angegeben ist`,
  hasEmptyRing: () => 'hat einen Ring ohne Punkte',
  hasOpenRing: ({ first, last }) =>
    `hat einen Ring, der nicht geschlossen ist: Er beginnt bei ${at(first)} und endet bei ${at(last)}`,
  hasShortRing: () => 'hat einen Ring aus weniger als drei Punkten',
  reachesTooFar: ({ degrees }, { figure }) => `reicht über mehr als ${figure(degrees)} Grad, wie kein Schlag`,
  crossesItself: ({ near }) => `kreuzt oder berührt sich selbst bei ${at(near)}`,
  hasHoleOutside: ({ near }) => `hat ein Loch außerhalb, bei ${at(near)}`,
  hasOverlappingHoles: ({ near }) => `hat Löcher, die sich überschneiden, bei ${at(near)}`,
  hasOverlappingParts: ({ near }) => `hat Teile, die sich überschneiden, bei ${at(near)}`,
}
