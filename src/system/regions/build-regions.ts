import Type, { type Static } from 'typebox'
import { closed } from '../../http/validate/schema.ts'
import { addUnique, ReferenceDataError } from '../data-file.ts'
import type { Region } from './schema.ts'
import { message } from '../../words/catalogue.ts'

export const REGIONS_FILE = 'regions.json'

const Code = Type.String({ pattern: '^[A-Z]{2}-[A-Z0-9]{1,3}$' })
const Name = Type.String({ minLength: 1 })
const Codes = Type.Array(Code, { minItems: 1, uniqueItems: true })

/** data/regions.json: what we say of ISO 3166-2's subdivisions beyond their codes and names. */
export const RegionsFile = closed({
  notSelectable: Type.Array(Code, {
    uniqueItems: true,
    description: 'What has a code and is no place to farm in: nations of others, and uninhabited islands.',
  }),
  names: Type.Record(Code, Name, { description: 'Names in the order that people say them.' }),
  groupNames: Type.Record(Code, Name, { description: 'The same for what holds several regions.' }),
  groups: Type.Array(
    closed({
      countryISO: Type.String({ pattern: '^[A-Z]{2}$' }),
      group: Name,
      ukGroup: Type.Optional(Name),
      regions: Codes,
    }),
  ),
  tb: Type.Array(closed({ years: Type.Number({ exclusiveMinimum: 0 }), regions: Codes })),
  aliases: Type.Array(
    closed({ region: Code, aliases: Type.Array(Name, { minItems: 1, uniqueItems: true }) }),
  ),
})
export type RegionsFile = Static<typeof RegionsFile>

/** One entry of ISO 3166-2. `parent` is a country's two letters or another subdivision's code. */
export interface Subdivision {
  readonly code: string
  readonly name: string
  readonly parent: string
}

/**
 * The regions that can be chosen, by code: the smallest subdivisions of each country. A larger one is the group of those within it, unless the
 * file names a group. Pure. Throws ReferenceDataError where the file names what is not there, or leaves out part of a country that it groups.
 */
export function buildRegions(
  subdivisions: readonly Subdivision[],
  file: RegionsFile,
): ReadonlyMap<string, Region> {
  const byCode = new Map(subdivisions.map((each) => [each.code, each]))
  const parents = new Set(subdivisions.map(({ parent }) => parent))
  for (const code of file.notSelectable) ensureKnown(byCode, code)
  const leftOut = new Set(file.notSelectable)
  const regions = new Map<string, Region>()
  for (const { code, name } of subdivisions) {
    if (parents.has(code) || leftOut.has(code)) continue
    regions.set(code, {
      iso: code,
      name: file.names[code] ?? name,
      tb: 0,
      country: countryOf(code),
      group: groupNameOf(largestAround(byCode, code), file),
      ukGroup: '',
      aliases: [],
    })
  }
  for (const code of Object.keys(file.names)) ensureKnown(regions, code)
  for (const code of Object.keys(file.groupNames)) ensureKnown(byCode, code)
  addGroups(regions, file)
  addTb(regions, file)
  const aliases = new Map<string, string[]>()
  for (const each of file.aliases) {
    addUnique(aliases, each.region, each.aliases, REGIONS_FILE, 'aliases')
    ensureKnown(regions, each.region).aliases = each.aliases
  }
  return regions
}

function groupNameOf(around: Subdivision | undefined, { groupNames }: RegionsFile): string {
  return around ? (groupNames[around.code] ?? around.name) : ''
}

function addGroups(regions: ReadonlyMap<string, Region>, { groups }: RegionsFile): void {
  const grouped = new Map<string, string>()
  for (const { countryISO, group, ukGroup = '', regions: codes } of groups) {
    for (const code of codes) {
      const region = ensureKnown(regions, code)
      if (region.country !== countryISO)
        throw new ReferenceDataError(
          REGIONS_FILE,
          message('groupHasStrangeRegion', { group, country: countryISO, region: code }),
        )
      addUnique(grouped, code, group, REGIONS_FILE, 'groupedRegion')
      Object.assign(region, { group, ukGroup })
    }
  }
  const countries = new Set(groups.map(({ countryISO }) => countryISO))
  for (const { iso, country, group } of regions.values()) {
    if (countries.has(country) && group === '')
      throw new ReferenceDataError(REGIONS_FILE, message('regionIsInNoGroup', { region: iso, country }))
  }
}

function addTb(regions: ReadonlyMap<string, Region>, { tb }: RegionsFile): void {
  const tested = new Map<string, number>()
  for (const { years, regions: codes } of tb) {
    for (const code of codes) {
      addUnique(tested, code, years, REGIONS_FILE, 'testedRegion')
      ensureKnown(regions, code).tb = years
    }
  }
  const countries = new Set([...tested.keys()].map(countryOf))
  for (const { iso, country, tb: years } of regions.values()) {
    if (countries.has(country) && years === 0)
      throw new ReferenceDataError(REGIONS_FILE, message('regionHasNoInterval', { region: iso, country }))
  }
}

function ensureKnown<Entry>(known: ReadonlyMap<string, Entry>, code: string): Entry {
  const entry = known.get(code)
  if (entry === undefined)
    throw new ReferenceDataError(REGIONS_FILE, message('thereIsNoData', { what: 'region', id: code }))
  return entry
}

/** The subdivision that holds this one and is itself in no other; none for one that is directly of its country. */
function largestAround(byCode: ReadonlyMap<string, Subdivision>, code: string): Subdivision | undefined {
  let around: Subdivision | undefined
  for (let next = byCode.get(byCode.get(code)?.parent ?? ''); next; next = byCode.get(next.parent))
    around = next
  return around
}

function countryOf(code: string): string {
  return code.slice(0, 2)
}
