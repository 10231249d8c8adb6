import { read, write, type Operation } from '../../http/operation.ts'
import { describeSearch, searchQuery } from '../../http/search/definition.ts'
import { SearchEnvelope } from '../../http/search/envelope.ts'
import { runSearch, searchTable } from '../../http/search/search.ts'
import { closed } from '../../http/validate/schema.ts'
import { tableFor } from '../table-for.ts'
import { getReservation } from './queries.ts'
import { releaseReservation } from './release-reservation.ts'
import { reserveStock } from './reserve-stock.ts'
import { ReleaseReservationBody, Reservation, ReservationIdParam, ReserveStockBody } from './schema.ts'
import { reservationSearch } from './search-reservations.ts'

/** Reservations: bays and parcels that are kept for a sale. */
export const reservationOperations: Operation[] = [
  read(
    {
      path: '/reservations',
      title: 'Search reservations',
      description: `Bays and parcels of yours that are or were kept for sales, the last to begin first, with what is left of each. Weights in kilograms.${describeSearch(reservationSearch)}`,
      permission: 'stock:read',
      fromReplica: true,
      query: searchQuery(reservationSearch),
      result: SearchEnvelope(Reservation, closed({})),
      table: (db, actor, { query }) => tableFor(searchTable(db, reservationSearch, actor, query), actor),
    },
    async (db, actor, { query }) => ({
      ...(await runSearch(db, reservationSearch, actor, query)),
      custom: {},
    }),
  ),
  read(
    {
      path: '/reservations/:id',
      title: 'Retrieve a reservation',
      description: 'One reservation, with what loads of its contract have taken of it. Weights in kilograms.',
      permission: 'stock:read',
      params: ReservationIdParam,
      result: Reservation,
      isResource: true,
    },
    (db, actor, { params }) => getReservation(db, actor, params.id),
  ),
  write(
    {
      method: 'POST',
      path: '/reservations',
      title: 'Reserve stock for a sale',
      description:
        'Keeps a bay, or one parcel in it, for a sale: all that lies there, or a weight. Loads of the contract use it up. Another load that cuts into it is told, ' +
        'or refused with reserved where your organisation wants that (`refusesReserved`). It ends with its last day, with the contract, or when it is released.',
      permission: 'contracts:write',
      body: ReserveStockBody,
      result: Reservation,
      isResource: true,
      location: ({ id }) => `/api/inventory/reservations/${id}`,
      example: {
        tradeId: '0198c0de-0000-7000-8000-000000000031',
        storageId: '0198c0de-0000-7000-8000-000000000001',
        substorageId: 12,
        weight: 60_000,
        untilISO: '2026-10-31',
      },
    },
    async (trx, actor, { body }) => getReservation(trx, actor, await reserveStock(trx, actor, body)),
  ),
  write(
    {
      method: 'POST',
      path: '/reservations/:id/release',
      title: 'Release a reservation',
      description: 'Ends a reservation now. One that is over stays as it is: in_use.',
      permission: 'contracts:write',
      params: ReservationIdParam,
      body: ReleaseReservationBody,
      result: Reservation,
      isResource: true,
      current: (trx, actor, { id }) => getReservation(trx, actor, id),
      example: { note: 'The mill takes it from the other store.' },
    },
    async (trx, actor, { params, body }) => {
      await releaseReservation(trx, actor, params.id, body.note ?? '')
      return getReservation(trx, actor, params.id)
    },
  ),
]
