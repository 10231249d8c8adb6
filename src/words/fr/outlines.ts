import type { outlines as english } from '../en/outlines.ts'
import type { Coordinates } from '../terms.ts'
import type { SameAs } from '../writing.ts'

/** As maps take it, whatever sign stands before decimals. */
const at = ({ lat, lon }: Coordinates) => `${lat}, ${lon}`

export const outlines: SameAs<typeof english> = {
  hasNoPoints: () => 'n’a pas de points',
  hasTooManyPoints: ({ points, limit }, { figure }) =>
    `a ${figure(points)} points ; au plus ${figure(limit)} sont enregistrés : simplifiez-le`,
  hasTooManyRings: ({ rings, limit }, { figure }) =>
    `a ${figure(rings)} parties et trous ; ${figure(limit)} sont enregistrés`,
  hasEmptyPart: () => 'a une partie sans points',
  hasHalfPoint: () => 'a un point sans longitude ni latitude',
  hasPointOffTheEarth: ({ lon, lat }) =>
    `a un point en ${lon}, ${lat}, qui n’est pas en degrés est et nord (WGS 84)`,
  hasEmptyRing: () => 'a un anneau sans points',
  hasOpenRing: ({ first, last }) =>
    `a un anneau qui n’est pas fermé : il commence en ${at(first)} et finit en ${at(last)}`,
  hasShortRing: () => 'a un anneau de moins de trois points',
  reachesTooFar: ({ degrees }, { figure }) =>
    `s’étend sur plus de ${figure(degrees)} degrés, ce que ne fait aucune parcelle`,
  crossesItself: ({ near }) => `se croise ou se touche près de ${at(near)}`,
  hasHoleOutside: ({ near }) => `a un trou en dehors, en ${at(near)}`,
  hasOverlappingHoles: ({ near }) => `a des trous qui se chevauchent, en ${at(near)}`,
  hasOverlappingParts: ({ near }) => `a des parties qui se chevauchent, en ${at(near)}`,
}
