import { read, type Operation } from '../../http/operation.ts'
import { listVehicles } from './queries.ts'
import { VehiclePage, VehiclesQuery } from './schema.ts'

/** The lorries that have been to the weighbridge. */
export const vehicleOperations: Operation[] = [
  read(
    {
      path: '/vehicles',
      title: 'List vehicles',
      description:
        'The vehicles of loads that you have entered so far, the one seen last first, each with what is known of it from its last load, and its ' +
        'newest empty weight. A registration is the same with or without blanks, in upper or lower case. Deleted movements and plans do not ' +
        'count. Kilograms.',
      permission: 'stock:read',
      query: VehiclesQuery,
      result: VehiclePage,
    },
    (db, actor, { query }) => listVehicles(db, actor, query),
  ),
]
