import { expect } from 'vitest'
import type { Answer, TestApp } from '../../../test/app.ts'
import { base, makeBays, stock, WHEAT, WINTER, WINTER_WHEAT, type Bay } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { acceptForGood, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'

/** Helpers that the tests of storage contracts share. */

/** Lists the faults of a refused request, as `path code`. */
export function faultsOf({ status, body }: Answer): string[] {
  expect(status, JSON.stringify(body)).toBe(400)
  return body.validation.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`)
}

/** A merchant that stores a farm's wheat; both use the service. */
export interface TestStore {
  merchant: TestOrganisation
  farm: TestOrganisation
  storeId: string
  bays: [number, number]
  /** The body of a contract for 100 t of the farm's winter wheat from August to July. */
  contractBody(overrides?: ContractOverrides): object
  /** Enters it; answers the contract. */
  contract(overrides?: ContractOverrides): ReturnType<typeof ok>
  /** Takes in the farm's wheat, in kilograms; answers its movement. */
  intake(weight: number, overrides?: IntakeOverrides): ReturnType<typeof ok>
  intakeBody(weight: number, overrides?: IntakeOverrides): object
  /** The movement as somebody of an organisation sees it. */
  movement(id: number, as?: TestOrganisation): ReturnType<typeof ok>
}

export interface ContractOverrides {
  owner?: { id: string; name: string }
  details?: object
  services?: object
  inventory?: object
  commodity?: object
}

export interface IntakeOverrides {
  bay?: number
  at?: string
  moisture?: number | string
  /** The sample's name for it. */
  measure?: string
  contract?: object
  commodity?: object
  owner?: { id: string; name: string }
  harvestYear?: string
  scale?: { empty: number; full: number }
}

export const dryingTo15 = { agreed: true, preAgreedMoistureLevelPercentage: 15 }

/** A fresh merchant with a store of two bays, and a fresh farm. */
export async function makeStore(service: TestApp): Promise<TestStore> {
  const merchant = await makeOrganisation(service, { name: 'Vale Merchants' })
  const farm = await makeOrganisation(service, { name: 'Hill Farm' })
  await acceptForGood(farm, merchant)
  const bays = (await makeBays(merchant, 2, { name: 'Vale Store' })) as [Bay, Bay]
  const [{ storageId, substorageId: firstBay }, { substorageId: secondBay }] = bays
  const own = { id: farm.organisationId, name: farm.name }

  const contractBody: TestStore['contractBody'] = ({ owner = own, ...overrides } = {}) => ({
    ownerOrganisationId: owner.id,
    ownerOrganisationName: owner.name,
    details: {
      reference: 'ST-1',
      startDateISO: '2026-08-01',
      endDateISO: '2027-07-31',
      services: overrides.services ?? { drying: dryingTo15 },
      ...overrides.details,
    },
    inventory: {
      weightKG: 100_000,
      commodity: { id: WHEAT, type: WINTER, ...overrides.commodity },
      ...overrides.inventory,
    },
  })
  const intakeBody: TestStore['intakeBody'] = (weight, { owner = own, ...overrides } = {}) => {
    const { at = '2026-08-14T07:00:00Z', scale, contract, moisture, measure = 'Moisture' } = overrides
    const sample = { fields: [{ name: measure, value: String(moisture), metric: '%' }] }
    const intake = {
      moveAtUTC: at,
      driverName: 'Sam',
      ...(scale && { weighbridgeRecord: scale }),
      ...(contract && { storageContract: contract }),
      ...(moisture !== undefined && { sample }),
    }
    const { bay = firstBay, harvestYear = '2026', commodity = WINTER_WHEAT } = overrides
    const what = { harvestYear, owned: false, commodity, source: { owner, intake } }
    return stock({ storageId, substorageId: bay }, weight, what)
  }
  const movement: TestStore['movement'] = async (id, as = merchant) =>
    ok(await as.as('viewer').get(`${base}/movements/${id}`))
  return {
    merchant,
    farm,
    storeId: storageId,
    bays: [firstBay, secondBay],
    contractBody,
    contract: async (overrides) =>
      ok(await merchant.as('manager').post(`${base}/contracts`, contractBody(overrides))),
    intakeBody,
    async intake(weight, overrides) {
      const record = ok(await merchant.as('operator').post(`${base}/records`, intakeBody(weight, overrides)))
      const { docs } = ok(
        await merchant.as('viewer').get(`${base}/movements?sortBy=id&sortDesc=true&limit=1`),
      )
      expect(docs[0].inventory.recordId).toBe(record.id)
      return docs[0]
    },
    movement,
  }
}
