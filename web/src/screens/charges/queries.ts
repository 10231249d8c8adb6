import { queryOptions } from '@tanstack/react-query'
import { ask, askWithEtag, requestOf } from '../../api/client.ts'
import type { ChargeStatement } from '../../api/operations.ts'
import type { TableFormat } from '../../frame/save-table.tsx'
import { askedOf } from '../../stock/filters.ts'
import { pagesOf } from '../../ui/pages.ts'
import type { ChargeFilters, TariffFilters } from './filters.ts'

const PAGE = 200

/** Page after page of statements of charges, as one scrolls. */
export function chargesQuery(filters: ChargeFilters) {
  const query = askedOf(filters)
  return pagesOf(['charges', query], (offset) =>
    ask('GET /api/inventory/charges', { query: { ...query, limit: PAGE, offset } }),
  )
}

/** Path of the statements as a file: it exports what is seen. */
export const chargesTablePath = (filters: ChargeFilters) => (format: TableFormat) =>
  requestOf('GET /api/inventory/charges', { query: { ...askedOf(filters), format } }).path

/** One statement of charges, and the version of it that a change names. */
export function chargeStatementQuery(id: string) {
  return queryOptions({
    queryKey: ['charges', 'one', id],
    queryFn: () => askWithEtag('GET /api/inventory/charges/{id}', { path: { id } }),
  })
}

/** Page after page of tariffs. */
export function tariffsQuery(filters: TariffFilters) {
  const query = askedOf(filters)
  return pagesOf(['tariffs', query], (offset) =>
    ask('GET /api/inventory/tariffs', { query: { ...query, limit: PAGE, offset } }),
  )
}

/** Path of the tariffs as a file. */
export const tariffsTablePath = (filters: TariffFilters) => (format: TableFormat) =>
  requestOf('GET /api/inventory/tariffs', { query: { ...askedOf(filters), format } }).path

/** One tariff, and the version of it that a deletion names. */
export function tariffQuery(id: string) {
  return queryOptions({
    queryKey: ['tariffs', 'one', id],
    queryFn: () => askWithEtag('GET /api/inventory/tariffs/{id}', { path: { id } }),
  })
}

/** The storage contract that a tariff is to be on. */
export function contractOfTariffQuery(id: string) {
  return queryOptions({
    queryKey: ['contract', id, 'for-tariff'],
    queryFn: () => ask('GET /api/inventory/contracts/{id}', { path: { id } }),
  })
}

/** A statement with the version of it that a change names. */
export interface VersionedCharges {
  statement: ChargeStatement
  etag: string | undefined
}
