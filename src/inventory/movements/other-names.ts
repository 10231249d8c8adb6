import type { OtherNames } from '../../http/validate/other-names.ts'

// A load is a load however it is entered: what one operation calls `weighbridge`, another calls `weighbridgeRecord`.

const weighed = { weighbridgeRecord: 'weighbridge' }

const moved = {
  moveAtUTC: 'movementDateISO',
  dateISO: 'movementDateISO',
}

const driven = {
  driverName: 'driver.name',
  vehicleRegistration: 'driver.vehicleRegistration',
  driverRegistration: 'driver.vehicleRegistration',
  loadReference: 'driver.loadReference',
}

/** Of a movement as it is created. */
export const movementNames: OtherNames[] = [{ at: '', names: { ...weighed, ...moved, ...driven } }]

/** Of several that are created at once. */
export const movementsNames: OtherNames[] = [
  { at: '', names: { ...moved, ...driven } },
  { at: 'records[]', names: weighed },
]

/** Names of an edit's fields by their paths in a response. */
const answered = {
  'inventory.recordId': 'recordId',
  'inventory.storage.destination': 'destination',
  'inventory.commodity.weight.weight': 'weight',
}

export const editNames: OtherNames[] = [{ at: '', names: { ...moved, ...driven, ...answered } }]
export const editsNames: OtherNames[] = [{ at: 'movements[]', names: { ...moved, ...driven } }]
export const actionNames: OtherNames[] = [{ at: '', names: { ...weighed, ...driven } }]

const intake = {
  weighbridge: 'weighbridgeRecord',
  movementDateISO: 'moveAtUTC',
  dateISO: 'moveAtUTC',
  'driver.name': 'driverName',
  'driver.vehicleRegistration': 'vehicleRegistration',
  driverRegistration: 'vehicleRegistration',
  'driver.loadReference': 'loadReference',
}

/** Of a record that comes in. */
export const intakeNames: OtherNames[] = [{ at: 'source.intake', names: intake }]

/** Of records that come in with the bays of a new store. */
export const intakesInBaysNames: OtherNames[] = [{ at: 'substorage[].record.source.intake', names: intake }]

/** Of loads off a field. */
export const loadNames: OtherNames[] = [
  {
    at: '[]',
    names: {
      weighbridgeRecord: 'weighbridge',
      weight: 'weightNet',
      movementDateISO: 'dateISO',
      moveAtUTC: 'dateISO',
      'driver.name': 'driverName',
      'driver.vehicleRegistration': 'driverRegistration',
      vehicleRegistration: 'driverRegistration',
      'driver.loadReference': 'loadReference',
    },
  },
]
