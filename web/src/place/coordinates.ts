/** A point in degrees north and east, WGS 84. */
export interface Point {
  lat: number
  lon: number
}

const AMOUNT = String.raw`\d{1,2}(?:[.,]\d+)?`
/** Degrees, with minutes and seconds where they are marked as such: its sign and its three parts. */
const ANGLE = String.raw`([+\-−]?)(\d{1,3}(?:[.,]\d+)?)\s*[°º]?(?:\s*(${AMOUNT})\s*['′’](?!['′’])(?:\s*(${AMOUNT})\s*(?:["″”]|['′’]{2}))?)?`
// German “O” is east and French “O” is west, so it is read as neither.
const SIDE = '([NSEW])'
const BETWEEN = String.raw`(?:\s*[,;/]\s*|\s+)`
const AFTER = new RegExp(
  String.raw`^(?:geo:)?\s*${ANGLE}(?:\s*${SIDE}${BETWEEN}?|${BETWEEN})${ANGLE}\s*${SIDE}?$`,
  'i',
)
const BEFORE = new RegExp(String.raw`^${SIDE}\s*${ANGLE}${BETWEEN}?${SIDE}\s*${ANGLE}$`, 'i')

/**
 * Reads a point as people write it: degrees with point or comma, latitude first, or degrees, minutes and seconds, with the letters N, S, E
 * and W before or after them. Undefined for anything else, and for what could be two points.
 *
 * @example readCoordinates('51°48′33.8″ N, 0°21′23″ W')
 */
export function readCoordinates(text: string): Point | undefined {
  const typed = text.trim()
  // Two whole degrees, or one figure with a decimal comma.
  if (/^\d+,\d+$/.test(typed)) return undefined
  const [, ...after] = AFTER.exec(typed) ?? []
  const [, ...before] = BEFORE.exec(typed) ?? []
  const [first, second] =
    after.length > 0
      ? [angleOf(after.slice(0, 4), after[4]), angleOf(after.slice(5, 9), after[9])]
      : [angleOf(before.slice(1, 5), before[0]), angleOf(before.slice(6, 10), before[5])]
  if (!first || !second) return undefined
  const axes = first.axis + second.axis
  if (axes !== '' && axes !== 'NE' && axes !== 'EN') return undefined
  const [lat, lon] = first.axis === 'E' ? [second.degrees, first.degrees] : [first.degrees, second.degrees]
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : undefined
}

/** Degrees with their sign, and N or E where a letter says which they are. */
function angleOf(parts: (string | undefined)[], side = ''): { degrees: number; axis: string } | undefined {
  const [sign = '', degrees = '', minutes = '0', seconds = '0'] = parts
  const letter = side.toUpperCase()
  const figures = [degrees, minutes, seconds].map((each) => Number(each.replace(',', '.')))
  const [whole = 0, sixtieths = 0, rest = 0] = figures
  const isBroken = parts[2] !== undefined && !Number.isInteger(whole)
  if (degrees === '' || isBroken || sixtieths >= 60 || rest >= 60 || (sign !== '' && letter !== ''))
    return undefined
  const size = whole + sixtieths / 60 + rest / 3600
  const isNegative = sign === '-' || sign === '−' || letter === 'S' || letter === 'W'
  return {
    degrees: Number(`${isNegative && size > 0 ? '-' : ''}${size.toFixed(7)}`),
    axis: letter === 'S' ? 'N' : letter === 'W' ? 'E' : letter,
  }
}

/** A point as it is shown and typed again: `51.809400, -0.356400`. */
export const writeCoordinates = ({ lat, lon }: Point): string => `${lat.toFixed(6)}, ${lon.toFixed(6)}`
