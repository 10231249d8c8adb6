import { queryOptions } from '@tanstack/react-query'
import { ask, requestOf } from '../../api/client.ts'
import type { FullRecord } from '../../api/operations.ts'
import type { TableFormat } from '../../frame/save-table.tsx'
import { askedOf } from '../../stock/filters.ts'
import { pagesOf } from '../../ui/pages.ts'
import type { HolderFilters, OfferFilters } from './filters.ts'

const PAGE = 200

/** Builds the query without the typed text, which is sought here in the offers read: the service searches no text of its stock. */
const offersOf = (filters: OfferFilters) => ({
  ...askedOf({ ...filters, query: '' }),
  'f:source': ['trade'],
})

/** Page after page of what is for sale, as one scrolls. */
export function offersQuery(filters: OfferFilters) {
  const query = offersOf(filters)
  return pagesOf(['for-sale', query], (offset) =>
    ask('GET /api/inventory/records', { query: { ...query, limit: PAGE, offset } }),
  )
}

/** Path of the offers as a file: it exports what is seen. */
export const offersTablePath = (filters: OfferFilters) => (format: TableFormat) =>
  requestOf('GET /api/inventory/records', { query: { ...offersOf(filters), format } }).path

/** Queries the reader's own grain in stores of the same grain and year, wherever it lies: kilograms. */
export function inStoresQuery({ commodity, harvestYear }: FullRecord) {
  const query = {
    'f:commodity': [String(commodity.commodity.id)],
    'f:harvestYear': [harvestYear],
    'f:storageType': ['store'],
    ownerStatus: 'owned by' as const,
    docs: false,
  }
  return queryOptions({
    queryKey: ['in-stores', query],
    queryFn: async () => {
      const { custom } = await ask('GET /api/inventory/records', { query })
      return custom.commodities.reduce((sum, each) => sum + each.commodity.totalWeight, 0)
    },
  })
}

/** An owner whom the reader knows by stock that they have or had. */
export interface Holder {
  id: string
  name: string
  hasSome: boolean
  /** Of the commodity that is asked for, of all its types and grades, or of all grain: kilograms. */
  weight: number
}

/** Queries who has a grain or had it, and in which regions it lies. */
export function holdersQuery({ grain, grade, regions }: HolderFilters) {
  const [commodity, type] = grain.split('.')
  const asked = {
    ...(commodity && { commodity: Number(commodity) }),
    ...(type && { commodityType: Number(type) }),
    ...(grade !== '0' && { commodityGrade: Number(grade) }),
    ...(regions && { regionISOs: regions }),
  }
  const narrowed = {
    ...(commodity && { 'f:commodity': [commodity] }),
    ...(type && { 'f:commodityType': [type] }),
    ...(grade !== '0' && { 'f:commodityGrade': [grade] }),
    ...(regions && { 'f:regionISO': regions.split(',') }),
  }
  return queryOptions({
    queryKey: ['holders', asked],
    meta: { kept: true },
    queryFn: async () => {
      const [found, owners, { facets }] = await Promise.all([
        ask('GET /api/inventory/organisations/with-commodity', { query: asked }),
        ask('GET /api/inventory/commodities/organisation'),
        ask('GET /api/inventory/records', { query: { ...narrowed, docs: false } }),
      ])
      const known = new Map(owners.map((each) => [each.organisationId, each]))
      const withSome = new Set(found.organisationsWithInventory)
      const holders = found.organisationsWithCommodity.map((id): Holder => {
        const { organisationName = id, commodities = [] } = known.get(id) ?? {}
        const meant = commodities.filter((each) => !commodity || String(each.id) === commodity)
        const weight = meant.reduce((sum, each) => sum + each.weight.weight, 0)
        return { id, name: organisationName, hasSome: withSome.has(id), weight }
      })
      return { holders, facets: facets.filter(({ name }) => name === 'f:regionISO') }
    },
  })
}

/** The organisations in which there is somebody to write to. It is about the reader alone, so nothing of it is kept. */
export function writableQuery(userId: string) {
  return queryOptions({
    queryKey: ['messages', userId, 'writable'],
    queryFn: async () => {
      const { docs } = await ask('GET /api/system/conversations/people', { query: { limit: PAGE } })
      return docs.map(({ organisationId }) => organisationId)
    },
  })
}
