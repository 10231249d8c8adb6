import proj4 from 'proj4'
import { UnreadableMap } from './shapes.ts'
import { message } from '../../../words/catalogue.ts'

/** Turns positions of a map into degrees east and north, WGS 84. */
export type Unproject = (position: [number, number]) => [number, number]

/** Datums that are within about two metres of WGS 84 as they are: what they measure is where they say it is. */
const LIKE_WGS_84 =
  /wgs_?(?:19)?84|etrs|nad_?(?:19)?83|north_american_(?:datum_)?1983|csrs|rgf|gda|geocentric_datum_of_australia|nzgd_?2000|new_zealand_(?:geodetic_datum_)?2000|irenet|ireland_?1995|european_terrestrial/i
const NO_DATUM = 5

/**
 * Undoes the projection of a shapefile's .prj, by proj4. Datums whose place beside WGS 84 it does not know are refused, for their fields would lie up
 * to some hundred metres away.
 *
 * @throws UnreadableMap with the name of the projection
 */
export function unprojectionOf(prj: string): Unproject {
  const [, name] = /^\s*[A-Z]+\["([^"]{1,100})"/.exec(prj) ?? []
  try {
    const { datum, datumCode = '' } = new proj4.Proj(prj) as unknown as {
      datum?: { datum_type: number }
      datumCode?: string
    }
    if (datum?.datum_type !== NO_DATUM || LIKE_WGS_84.test(datumCode)) {
      const { inverse } = proj4(prj)
      return (position) => inverse(position)
    }
  } catch {
    // It is said below.
  }
  throw new UnreadableMap(message('projectionIsUnknown', name === undefined ? {} : { name }))
}
