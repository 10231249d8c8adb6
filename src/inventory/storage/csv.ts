import type { CsvCell } from '../../http/csv.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import type { WeighedStorage } from './queries.ts'

/** A place as a line of a CSV file; weights in kilograms. */

export const storageColumns = [
  'id',
  'name',
  'type',
  'area',
  'businessUnits',
  'tags',
  'city',
  'regionISO',
  'postcode',
  'lat',
  'lon',
  'substorageCount',
  'substorage',
  'weight',
  'isConflicted',
]

export function storageCells({ storage, grams }: WeighedStorage): CsvCell[] {
  const { address, coordinates } = storage.location
  return [
    storage.id,
    storage.name,
    storage.type,
    storage.area,
    storage.businessUnits.map(({ name }) => name).join('; '),
    storage.tags.join('; '),
    address.city,
    address.regionISO,
    address.postcode,
    ...(isKnown(coordinates) ? [coordinates.lat, coordinates.lon] : ['', '']),
    storage.substorageCount,
    storage.substorage.map(({ name }) => name).join('; '),
    kilogramsFromGrams(grams),
    storage.isConflicted,
  ]
}

/** Nobody farms in the Gulf of Guinea: 0, 0 is how JSON says that a place is not known, and a map would take it at its word. */
function isKnown({ lat, lon }: { lat: number; lon: number }): boolean {
  return lat !== 0 || lon !== 0
}
