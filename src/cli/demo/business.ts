import { createAvailability } from '../../inventory/availability/availability.ts'
import { createContract } from '../../inventory/contracts/create-contract.ts'
import { createRecord } from '../../inventory/movements/intakes/create-record.ts'
import { createSettlement } from '../../inventory/settlements/create-settlement.ts'
import { buyers, fields, storedForNeighbour } from './farm.ts'
import { demoHarvest } from './harvest.ts'
import type { Papers } from './papers.ts'
import { loadTime, on, toBay, demoWeighed, type DemoOffice } from './office.ts'

const LORRY_KILOGRAMS = 28_600
const EMPTY_LORRY_KILOGRAMS = 15_240

/** A contract for the neighbour's grain, with drying, and the two loads that came under it, the first with its papers. */
export async function storeUnderContract(office: DemoOffice, papers: Papers): Promise<void> {
  const { owner, commodity, bay } = storedForNeighbour
  const { variety, ...grain } = commodity
  const contractId = await createContract(office.trx, office.at(on(office, 9, 10)), {
    ownerOrganisationId: owner.id,
    ownerOrganisationName: owner.name,
    details: {
      reference: `Brook End ${office.year}`,
      startDateISO: `${office.year}-09-10`,
      endDateISO: `${office.year + 1}-08-31`,
      services: {
        cleaning: { agreed: false },
        drying: { agreed: true, preAgreedMoistureLevelPercentage: 15, intakeSampleLossMatrix: [] },
      },
    },
    inventory: { weightKG: 150_000, commodity: grain, variety: [variety] },
  })
  for (const [index, moisture] of ['16.2', '14.8'].entries()) {
    const at = loadTime({ year: office.year, month: 9, day: 12, index })
    const net = demoWeighed(LORRY_KILOGRAMS, index + 60)
    const [file, files] = index === 0 ? [{ id: papers.ticket }, [{ id: papers.report }]] : [null, []]
    await createRecord(office.trx, office.at(at), {
      type: 'crop',
      harvestYear: String(office.year),
      owned: false,
      name: `${owner.name} ${office.year}`,
      commodity,
      storage: [toBay(office, bay)],
      source: {
        owner,
        intake: {
          moveAtUTC: at.toISOString(),
          sender: owner,
          storageContract: { id: contractId },
          vehicleRegistration: `BB1${index + 1} BEF`,
          loadReference: `Brook End ${index + 5}`,
          weighbridgeRecord: { empty: EMPTY_LORRY_KILOGRAMS, full: EMPTY_LORRY_KILOGRAMS + net, file },
          sample: { fields: [{ name: 'Moisture', value: moisture, metric: '%' }], files },
        },
      },
    })
  }
}

/** Part of the next harvest is sold ahead. */
export async function offerAhead(office: DemoOffice, now: Date): Promise<void> {
  const [wheat, rape] = [fields[2], fields[1]]
  if (!wheat || !rape) throw new Error('the demonstration has wheat and rape')
  const ahead = (field: typeof wheat, weight: number, soldWeight: number) => ({
    type: 'crop' as const,
    commodity: field.commodity,
    harvestYear: String(office.year + 1),
    weight,
    soldWeight,
  })
  await createAvailability(office.trx, office.at(now), {
    commodities: [ahead(wheat, 250_000, 100_000), ahead(rape, 60_000, 0)],
  })
}

/** Enters the mill's statement: one lorry is lighter by more than a hundredth, and one is missing from it. */
export async function settleMill(office: DemoOffice): Promise<void> {
  const actor = office.at(on(office, 10, 28))
  const loads = await findMillLoads(office)
  const lines = loads.slice(0, 4).map((load, index) => ({
    reference: load.load_reference,
    dateISO: load.effective_at.toISOString().slice(0, 10),
    vehicle: load.vehicle_registration,
    weight: load.weight_grams / 1000 - (index === 2 ? 420 : 0),
  }))
  const { organisationId: id, organisationName: name } = buyers.mill
  const body = {
    buyer: { id, name },
    lines,
    reference: `VM ${office.year}-10`,
    dateISO: `${office.year}-10-28`,
  }
  await createSettlement(office.trx, actor, body, {
    lines,
    path: (line) => `lines[${line - 1}]`,
    ignoredColumns: [],
  })
}

function findMillLoads({ trx, at }: DemoOffice) {
  return trx
    .selectFrom('movements')
    .select(['effective_at', 'load_reference', 'vehicle_registration', 'weight_grams'])
    .where('organisation_id', '=', at(new Date()).organisationId)
    .where('receiver_name', '=', buyers.mill.organisationName)
    .where('empty_grams', 'is not', null)
    .orderBy('effective_at')
    .execute()
}

/** The harvest before, which was sold off the fields: two years stand beside one another. */
export async function harvestBefore(office: DemoOffice): Promise<void> {
  const before: DemoOffice = { ...office, year: office.year - 1 }
  for (const field of fields.slice(2, 5)) {
    const storage = await office.trx
      .selectFrom('storages')
      .select('id')
      .where('organisation_id', '=', office.at(new Date()).organisationId)
      .where('name', '=', field.name)
      .executeTakeFirstOrThrow()
    const [planting] = await createRecord(office.trx, before.at(on(before, 7, 1, 11)), {
      type: 'crop',
      harvestYear: String(before.year),
      owned: true,
      name: `${field.name} ${before.year}`,
      commodity: field.commodity,
      storage: [{ storageId: storage.id, area: field.areaHectares }],
      source: {
        planting: {
          plantingAtUTC: `${before.year - 1}-10-04`,
          expectedYield: field.expectedYieldKilogramsPerHectare,
        },
      },
    })
    if (!planting) throw new Error('a planting that was made has a record')
    const harvestOfYear = { ...field.harvest, loads: 6, loadKilograms: 27_900 }
    await demoHarvest(before, { ...field, bay: undefined, harvest: harvestOfYear }, planting.recordId)
  }
}
