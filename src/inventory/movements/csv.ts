import type { Static } from 'typebox'
import type { CsvCell } from '../../http/csv.ts'
import type { Movement } from './schema.ts'

/** A movement as a line of a CSV file; weights in kilograms, a weight that nobody weighed empty. */

export const movementColumns = [
  'id',
  'date',
  'type',
  'status',
  'record',
  'recordId',
  'commodity',
  'commodityType',
  'grade',
  'variety',
  'tags',
  'weight',
  'weightRemaining',
  'fromOrganisation',
  'fromStorage',
  'fromSubstorageId',
  'toOrganisation',
  'toStorage',
  'toSubstorageId',
  'driver',
  'vehicleRegistration',
  'loadReference',
  'emptyWeight',
  'fullWeight',
  'sold',
  'contractId',
  'contractReference',
  'actionsOutstanding',
  'recordedAtUTC',
  'completedAtUTC',
  'conflicts',
]

export function movementCells(movement: Static<typeof Movement>): CsvCell[] {
  const { inventory, driver, weighbridge } = movement
  const { commodity, storage } = inventory
  return [
    movement.id,
    movement.movementDateISO,
    movement.type,
    movement.status,
    inventory.name,
    inventory.recordId,
    commodity.commodity.name,
    commodity.type.name,
    commodity.grade.name,
    commodity.variety,
    commodity.tags.map(({ name }) => name).join('; '),
    commodity.weight.weight,
    movement.weightRemaining.weight,
    storage.source.organisationName,
    storage.source.name,
    storage.source.substorageId || '',
    storage.destination.organisationName,
    storage.destination.name,
    storage.destination.substorageId || '',
    driver.name,
    driver.vehicleRegistration,
    driver.loadReference,
    weighbridge.empty.weight,
    weighbridge.full.weight,
    movement.sold,
    movement.contractId,
    movement.contractReference,
    movement.actionsRequired.outstanding,
    movement.recordedAtUTC,
    movement.completedAtUTC,
    (movement.conflicts ?? []).map(({ message }) => message).join(' '),
  ]
}
