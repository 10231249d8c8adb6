/**
 * The earth cut into cells of at most 3.6 by 3.6 metres, numbered from the south pole northwards and from 180° west
 * eastwards. Rows are equally high in degrees. A thousand rows make a zone, and all rows of a zone have as many columns
 * as its widest row needs. Lengths are those of the WGS 84 ellipsoid; a row is 3.58 to 3.62 m high, as a degree is.
 *
 * Addresses that were given out depend on every number here: none may ever change. Only + − × ÷ and √ are used, which
 * IEEE 754 fixes to the last bit; a library's sine may differ from one version to the next.
 */

export interface GridPoint {
  /** Degrees north, −90 to 90. */
  lat: number
  /** Degrees east, −180 to 180. */
  lon: number
}

interface Zone {
  firstRow: number
  columns: number
  /** The number of its first cell. */
  firstCell: number
}

/** Half a meridian, 20,003,931.5 m, in rows of 3.6 m. */
const ROWS = 5_556_648
const ZONE_ROWS = 1000
const CELL_METRES = 3.6
const EQUATOR_RADIUS_METRES = 6_378_137
const ECCENTRICITY_SQUARED = 0.006_694_379_990_14

const { zones, cellCount } = layOut()

/** Number of cells. */
export const CELL_COUNT = cellCount

/**
 * The number of the cell that a point lies in, 0 to CELL_COUNT − 1.
 *
 * @example cellAt({ lat: 51.8094, lon: -0.3564 })
 */
export function cellAt({ lat, lon }: GridPoint): number {
  const row = Math.min(ROWS - 1, Math.floor(((lat + 90) / 180) * ROWS))
  const zone = zones[Math.floor(row / ZONE_ROWS)]
  if (!zone) throw new RangeError(`no latitude: ${lat}`)
  // 180° east is 180° west.
  const share = lon >= 180 ? 0 : (lon + 180) / 360
  const column = Math.min(zone.columns - 1, Math.floor(share * zone.columns))
  return zone.firstCell + (row - zone.firstRow) * zone.columns + column
}

/** The middle of a cell. */
export function centreOf(cell: number): GridPoint {
  const zone = zoneOf(cell)
  const inZone = cell - zone.firstCell
  const row = Math.floor(inZone / zone.columns)
  const column = inZone - row * zone.columns
  return {
    lat: ((zone.firstRow + row + 0.5) / ROWS) * 180 - 90,
    lon: ((column + 0.5) / zone.columns) * 360 - 180,
  }
}

/** The last zone that begins at or before the cell. */
function zoneOf(cell: number): Zone {
  let low = 0
  let high = zones.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((zones[middle]?.firstCell ?? Infinity) <= cell) low = middle
    else high = middle - 1
  }
  const zone = zones[low]
  if (!zone || cell < 0 || cell >= CELL_COUNT) throw new RangeError(`no cell: ${cell}`)
  return zone
}

function layOut(): { zones: Zone[]; cellCount: number } {
  const all: Zone[] = []
  let firstCell = 0
  for (let firstRow = 0; firstRow < ROWS; firstRow += ZONE_ROWS) {
    const rows = Math.min(ZONE_ROWS, ROWS - firstRow)
    const columns = Math.ceil(widestMetres(firstRow, rows) / CELL_METRES)
    all.push({ firstRow, columns, firstCell })
    firstCell += rows * columns
  }
  return { zones: all, cellCount: firstCell }
}

/** The length of the longest parallel within some rows, the one nearest the equator. */
function widestMetres(firstRow: number, rows: number): number {
  const south = (firstRow / ROWS) * 180 - 90
  const north = ((firstRow + rows) / ROWS) * 180 - 90
  const lat = south <= 0 && north >= 0 ? 0 : Math.min(Math.abs(south), Math.abs(north))
  const { sine, cosine } = sineAndCosine((lat / 180) * Math.PI)
  const radius = (EQUATOR_RADIUS_METRES * cosine) / Math.sqrt(1 - ECCENTRICITY_SQUARED * sine * sine)
  return 2 * Math.PI * radius
}

/** Both by their series, for 0 to a quarter turn; the terms after these are below what a number can hold. */
function sineAndCosine(angle: number): { sine: number; cosine: number } {
  let sine = 0
  let cosine = 0
  let term = 1
  for (let power = 0; power < 30; power++) {
    const signed = power % 4 < 2 ? term : -term
    if (power % 2 === 0) cosine += signed
    else sine += signed
    term = (term * angle) / (power + 1)
  }
  return { sine, cosine }
}
