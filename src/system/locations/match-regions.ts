import { fold } from './fold.ts'

/** A region as the rest of the service knows it. */
export interface KnownRegion {
  readonly iso: string
  readonly name: string
  readonly country: string
  readonly aliases: readonly string[]
}

/**
 * What GeoNames and ISO call the same parts of countries differs by these words. They are dropped where the names
 * differ with them.
 */
const KINDS =
  /\b(county|city|of|the|and|province|provincia|provincie|de|del|di|region|state|departement|department|district|municipality|governorate|prefecture|oblast|borough|council|royal|metropolitan|unitary|autonomous|community|canton|parish|territory|capital|kommune|voivodeship|republic|free|lan|fylke|megye|judet)\b/g

/**
 * Finds the region of a name: one that is written alike, else one that is alike but for words such as “County”, else one that was once
 * called so. Undefined where no name tells, or one could mean several.
 */
export function regionFinder(
  regions: readonly KnownRegion[],
): (countryISO: string, name: string) => KnownRegion | undefined {
  // An alias may be what several regions were part of, and one of them may still have the name.
  const steps = [
    { index: indexOf(regions, fold, ({ name }) => [name]), keyOf: fold },
    { index: indexOf(regions, withoutKind, ({ name }) => [name]), keyOf: withoutKind },
    { index: indexOf(regions, fold, ({ aliases }) => aliases), keyOf: fold },
  ]
  return (countryISO, name) => {
    if (name === '') return undefined
    for (const { index, keyOf } of steps) {
      const [found, another] = index.get(`${countryISO} ${keyOf(name)}`) ?? []
      if (found && !another) return found
    }
    return undefined
  }
}

function indexOf(
  regions: readonly KnownRegion[],
  keyOf: (name: string) => string,
  namesOf: (region: KnownRegion) => readonly string[],
): Map<string, KnownRegion[]> {
  const index = new Map<string, KnownRegion[]>()
  for (const region of regions) {
    for (const key of new Set(namesOf(region).map(keyOf))) {
      const place = `${region.country} ${key}`
      index.set(place, [...(index.get(place) ?? []), region])
    }
  }
  return index
}

function withoutKind(name: string): string {
  const folded = fold(name)
  return folded.replace(KINDS, ' ').replace(/\s+/g, ' ').trim() || folded
}
