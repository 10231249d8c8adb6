import { WHEAT, WINTER } from './records.ts'

/** What every load says; of whatever else a body may have, a test gives what it is about. */
interface Load {
  fieldId: string | undefined
  storageId?: string
  substorageId?: number | undefined
  dateISO: string
  weightNet: number
}

/** The body of a load of winter wheat off a field, in kilograms, of which nothing was measured and nobody knows the driver. */
export function harvestLoad<Given extends Load>(load: Given) {
  return {
    commodityId: WHEAT,
    commodityGroupId: WINTER,
    moisture: null,
    temperature: null,
    driverName: null,
    driverRegistration: null,
    sample: null,
    ...load,
  }
}
