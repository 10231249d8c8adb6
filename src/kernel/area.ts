/**
 * Areas are whole square metres inside and hectares on the wire and in the database, which keeps four decimals of them: so nothing is
 * ever lost to a fraction.
 */

export const SQUARE_METRES_PER_HECTARE = 10_000

/** Hectares from the wire, or the database's decimal text, to whole square metres; rounded once, here. */
export function squareMetres(hectares: number | string): number {
  return Math.round(Number(hectares) * SQUARE_METRES_PER_HECTARE)
}

/**
 * Whole square metres, none or more, to hectares as the database takes them.
 *
 * @example hectaresFrom(12_345) // '1.2345'
 */
export function hectaresFrom(metres: number): string {
  const hectares = Math.trunc(metres / SQUARE_METRES_PER_HECTARE)
  return `${hectares}.${String(metres % SQUARE_METRES_PER_HECTARE).padStart(4, '0')}`
}

/** For messages to people: `4.5 ha`. */
export function formatArea(metres: number): string {
  return `${Number(hectaresFrom(metres))} ha`
}

/** Hectares to the square metre, as they are kept. */
export function toSquareMetre(hectares: number): number {
  return Number(hectaresFrom(squareMetres(hectares)))
}
