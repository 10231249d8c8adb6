// Registrations: shown as they are written, compared as the country tells lorries apart.

/** Countries whose plates begin with a district of one to three letters, followed by more letters: HH-A 12 is not H-HA 12. */
const WITH_DISTRICTS = new Set(['DE', 'AT'])

/** A registration as it is written while it is typed: in capitals, with single blanks, its signs as they are. */
export const writtenPlate = (text: string): string => text.toUpperCase().replaceAll(/\s+/g, ' ').trimStart()

/** The letters and figures of a registration alone. */
export const barePlate = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\d]/gu, '')

/**
 * A registration as lorries of a country are told apart by it. Blanks and hyphens count only where they part the mark of a district from
 * other letters.
 *
 * @example plateKey('HH-A 12', 'DE') // 'HH-A12', and plateKey('H-HA 12', 'DE') is 'H-HA12'
 */
export function plateKey(text: string, country: string): string {
  if (!WITH_DISTRICTS.has(country)) return barePlate(text)
  return text
    .toUpperCase()
    .split(/(?<=\p{L})[^\p{L}\d]+(?=\p{L})/u)
    .map(barePlate)
    .join('-')
}

/** A lorry that is known by the same letters and figures, parted otherwise: the same, or another of a district nearby. */
export function alikeOf<T extends { vehicle: string }>(
  known: T[],
  vehicle: string,
  country: string,
): T | undefined {
  const [key, bare] = [plateKey(vehicle, country), barePlate(vehicle)]
  if (bare === '' || known.some((each) => plateKey(each.vehicle, country) === key)) return undefined
  return known.find((each) => barePlate(each.vehicle) === bare)
}
