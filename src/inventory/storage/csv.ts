import type { CsvCell } from '../../http/csv.ts'
import type { StorageLocation } from './schema.ts'

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

export function storageCells(storage: StorageLocation): CsvCell[] {
  const { address, coordinates } = storage.location
  const grams = storage.substorage.reduce(
    (sum, { record }) => sum + Math.round((record?.weight.weight ?? 0) * 1000),
    0,
  )
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
    coordinates.lat,
    coordinates.lon,
    storage.substorageCount,
    storage.substorage.map(({ name }) => name).join('; '),
    grams / 1000,
    storage.isConflicted,
  ]
}
