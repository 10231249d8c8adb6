import type { CsvColumns } from '../../http/csv.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import type { WeighedStorage } from './queries.ts'

/** A place as a line of a CSV file; weights in kilograms. */
export const storageCsv: CsvColumns<WeighedStorage> = {
  id: ({ storage }) => storage.id,
  name: ({ storage }) => storage.name,
  type: ({ storage }) => storage.type,
  area: ({ storage }) => storage.area,
  businessUnits: ({ storage }) => storage.businessUnits.map(({ name }) => name).join('; '),
  tags: ({ storage }) => storage.tags.join('; '),
  city: ({ storage }) => storage.location.address.city,
  regionISO: ({ storage }) => storage.location.address.regionISO,
  postcode: ({ storage }) => storage.location.address.postcode,
  lat: ({ storage }) => storage.location.coordinates?.lat,
  lon: ({ storage }) => storage.location.coordinates?.lon,
  substorageCount: ({ storage }) => storage.substorageCount,
  substorage: ({ storage }) => storage.substorage.map(({ name }) => name).join('; '),
  weight: ({ grams }) => kilogramsFromGrams(grams),
  isConflicted: ({ storage }) => storage.isConflicted,
}
