import Type, { type Static } from 'typebox'
import { closed, named, NamedId, orNull, Page, PageOf } from '../../http/validate/schema.ts'
import { textParameter } from '../../http/search/text-query.ts'

export const VehiclesQuery = closed({
  query: textParameter(
    'Part of the registration, with or without blanks, of the driver’s name, or of the name of the sender or receiver.',
  ),
  ...Page,
})
export type VehiclesQuery = Static<typeof VehiclesQuery>

const VehiclePlace = orNull(
  closed({
    storageId: Type.String(),
    storageName: Type.String(),
    substorageId: Type.Integer({ description: 'The bay; 0 of a field.' }),
    substorageName: Type.String(),
  }),
)

/** A lorry or trailer, as its last load tells. */
export const Vehicle = named('Vehicle', {
  registration: Type.String({ description: 'As it was written last.' }),
  driverName: Type.String({ description: 'Who drove the last load; empty where nobody said.' }),
  partner: orNull(
    closed(
      { id: Type.String(), name: Type.String() },
      'Who sent or received the last load; null between your own places.',
    ),
  ),
  commodity: NamedId,
  type: NamedId,
  grade: NamedId,
  variety: Type.String(),
  source: {
    ...VehiclePlace,
    description: 'Where the last load was taken from; null where it came from a sender.',
  },
  destination: { ...VehiclePlace, description: 'The bay that the last load went to; null where it left.' },
  tare: orNull(
    closed(
      {
        weight: Type.Number({ description: 'Kilograms of the empty vehicle.' }),
        weighedAtUTC: Type.String({ description: 'The date of the load that it was weighed empty for.' }),
      },
      'The newest empty weight; null where it was never weighed empty.',
    ),
  ),
  movementId: Type.Integer({ description: 'The number of the last load.' }),
  lastSeenAtUTC: Type.String({ description: 'The date of the last load.' }),
})
export type Vehicle = Static<typeof Vehicle>

export const VehiclePage = PageOf(Vehicle)
export type VehiclePage = Static<typeof VehiclePage>
