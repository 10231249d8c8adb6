import { findCountry } from '../countries/countries.ts'
import type { Point } from './grid-rules.ts'

/**
 * The country that a point on land lies in, by its borders and not by the nearest town; undefined at sea. The borders are read when a
 * point is first asked for: it takes a tenth of a second.
 */
export async function countryAt({ lat, lon }: Point): Promise<string | undefined> {
  const { iso1A2Code } = await import('@rapideditor/country-coder')
  const code = iso1A2Code([lon, lat], { level: 'territory' })
  return code && findCountry(code) ? code : undefined
}
