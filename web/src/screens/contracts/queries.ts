import { queryOptions } from '@tanstack/react-query'
import { ask, askWithEtag, requestOf } from '../../api/client.ts'
import type { StorageContract } from '../../api/operations.ts'
import type { TableFormat } from '../../frame/save-table.tsx'
import { pagesOf } from '../../ui/pages.ts'
import { askedOf } from '../../stock/filters.ts'
import type { ContractFilters } from './filters.ts'

/** A contract, and which of its versions it is. */
export interface Versioned {
  contract: StorageContract
  etag: string | undefined
}

const PAGE = 200

/** Page after page of contracts, as one scrolls. */
export function contractsQuery(filters: ContractFilters) {
  const query = askedOf(filters)
  return pagesOf(['contracts', query], (offset) =>
    ask('GET /api/inventory/contracts', { query: { ...query, limit: PAGE, offset } }),
  )
}

/** Path of the contracts as a file: it exports what is seen. */
export const contractsTablePath = (filters: ContractFilters) => (format: TableFormat) =>
  requestOf('GET /api/inventory/contracts', { query: { ...askedOf(filters), format } }).path

/** One contract, and the version of it that a change names. */
export function contractQuery(id: string) {
  return queryOptions({
    queryKey: ['contract', id],
    meta: { kept: true },
    queryFn: () => askWithEtag('GET /api/inventory/contracts/{id}', { path: { id } }),
  })
}

/** Queries the loads that came in, were moved or went out under a contract, the latest first. */
export function contractLoadsQuery(storageContractId: string) {
  return pagesOf(['movements', 'contract', storageContractId], (offset) =>
    ask('GET /api/inventory/movements', {
      query: { storageContractId, sortBy: 'movementDateISO', sortDesc: true, limit: PAGE, offset },
    }),
  )
}

/** Queries the loss from drying a load under a contract, as the service calculates it. */
export function dryingQuery(id: string, moisturePercentage: number | undefined, weight: number | undefined) {
  return queryOptions({
    queryKey: ['contract-drying', id, moisturePercentage, weight],
    enabled: moisturePercentage !== undefined && weight !== undefined && weight > 0,
    queryFn: () =>
      ask('GET /api/inventory/contracts/{id}/drying', {
        path: { id },
        query: { moisturePercentage: moisturePercentage ?? 0, weight: weight ?? 0 },
      }),
  })
}
