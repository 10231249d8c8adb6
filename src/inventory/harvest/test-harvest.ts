import type { Answer, Client, TestApp } from '../../../test/app.ts'
import {
  base,
  enterRecord,
  harvestLoad,
  makeFarm,
  makeField,
  planting,
  type TestFarm,
} from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'

export const plans = `${base}/harvest-plans`

/** A farm to harvest on, and what tests of harvest plans do there. */
export interface TestHarvest {
  farm: TestFarm
  manager: Client
  /** Reads as a viewer; the resource has to be there. */
  got(url: string): Promise<Answer['body']>
  /** The plan of a planting. */
  planOf(plantingId: string): Promise<Answer['body']>
  makeField(area: number, overrides?: object): Promise<string>
  /** Plants a field, a moment after what was planted before; answers the planting. */
  plant(fieldId: string, overrides?: object): Promise<string>
  /** The body of a load from the farm's field to its first bay. */
  load(overrides?: object): object
  /** Brings one load in; answers it. */
  addLoad(planId: string, overrides?: object): Promise<Answer['body']>
  /** Says what remains of the farm's field. */
  setRemaining(planId: string, areaRemaining: number, originalAreaRemaining: number): Promise<Answer>
}

/** A fresh farm. */
export async function makeHarvest(service: TestApp): Promise<TestHarvest> {
  const farm = await makeFarm(service)
  const manager = farm.organisation.as('manager')
  const viewer = farm.organisation.as('viewer')
  const operator = farm.organisation.as('operator')
  const got = async (url: string) => ok(await viewer.get(url))
  const load = (overrides: object = {}) =>
    harvestLoad({
      fieldId: farm.fieldId,
      storageId: farm.storeId,
      substorageId: farm.bays[0],
      dateISO: '2026-08-14T09:00',
      weightNet: 12_000,
      ...overrides,
    })
  return {
    farm,
    manager,
    got,
    load,
    async planOf(plantingId) {
      const { harvest } = await got(`${base}/records/${plantingId}`)
      return got(`${plans}/${harvest.harvestPlanId}`)
    },
    makeField: (area, overrides = {}) =>
      makeField(farm.organisation, area, { name: `Field of ${area}`, ...overrides }),
    async plant(fieldId, overrides) {
      service.clock.advance({ seconds: 1 })
      return (await enterRecord(farm.organisation, planting(fieldId, overrides))).id
    },
    async addLoad(planId, overrides) {
      return ok(await operator.post(`${plans}/${planId}/loads`, [load(overrides)]))
    },
    setRemaining: (planId, areaRemaining, originalAreaRemaining) =>
      manager.patch(`${plans}/${planId}/remaining-area`, [
        { fieldId: farm.fieldId, areaRemaining, originalAreaRemaining },
      ]),
  }
}
