import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { base, GROUP_2, WHEAT, WINTER } from '../../../test/farm.ts'
import { makeHarvest, plans, type TestHarvest } from './test-harvest.ts'

let service: TestApp
let farm: TestHarvest['farm']
let manager: TestHarvest['manager']
let got: TestHarvest['got']
let planOf: TestHarvest['planOf']
let makeField: TestHarvest['makeField']
let plant: TestHarvest['plant']
let load: TestHarvest['load']
let addLoad: TestHarvest['addLoad']
let setRemaining: TestHarvest['setRemaining']
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  service.clock.set(TEST_START)
  ;({ farm, manager, got, planOf, makeField, plant, load, addLoad, setRemaining } =
    await makeHarvest(service))
})

describe('a load', () => {
  test('may say what is left to cut of its field: that lowers the remaining area, and never raises it', async () => {
    const plantingId = await farm.planting()
    const plan = await planOf(plantingId)
    const remaining = async () => (await got(`${base}/records/${plantingId}`)).planting.areaRemaining
    expect((await planOf(plantingId)).summary.fieldsWithoutCutArea).toBe(0)
    await addLoad(plan.id)
    expect((await planOf(plantingId)).summary.fieldsWithoutCutArea).toBe(1)
    await addLoad(plan.id, { areaRemaining: 7.5 })
    expect(await remaining()).toBe(7.5)
    expect((await planOf(plantingId)).summary).toMatchObject({ fieldsWithoutCutArea: 0, areaHarvested: 2.5 })
    // A ticket of before that is sent late.
    await addLoad(plan.id, { areaRemaining: 9 })
    expect(await remaining()).toBe(7.5)
    const operator = farm.organisation.as('operator')
    const tooMuch = await operator.post(`${plans}/${plan.id}/loads`, [load({ areaRemaining: 10.1 })])
    expect(tooMuch).toMatchObject({
      status: 400,
      body: { validation: [{ path: '[0].areaRemaining', code: 'maximum' }] },
    })
    // The parts of one lorry say it once each, and the least of them holds.
    const two = [load({ areaRemaining: 4 }), load({ areaRemaining: 5, substorageId: farm.bays[1] })]
    expect((await operator.post(`${plans}/${plan.id}/loads`, two)).status).toBe(200)
    expect(await remaining()).toBe(4)
  })

  test('is a movement off the field, traced to it, and described by what was measured', async () => {
    const plantingId = await farm.planting()
    const plan = await planOf(plantingId)
    const sample = { fields: [{ name: 'Protein', value: '13.1', metric: '%' }], commodityGradeId: GROUP_2 }
    const made = await addLoad(plan.id, {
      moisture: 15.5,
      temperature: 21,
      driverName: 'Sam',
      driverRegistration: 'AB12 CDE',
      sample,
    })
    expect(made).toMatchObject({
      fieldId: farm.fieldId,
      fieldName: 'Top Field',
      storageId: farm.storeId,
      storageName: 'Long Barn',
      substorageId: farm.bays[0],
      substorageName: 'Bay 1',
      plantingId,
      commodity: {
        commodity: { id: WHEAT },
        type: { id: WINTER },
        grade: { id: GROUP_2 },
        variety: 'Skyfall',
        tags: [],
      },
      dateISO: '2026-08-14T08:00:00.000Z',
      weightNet: { weight: 12_000 },
      fieldArea: 10,
      moisture: 15.5,
      temperature: 21,
      driverName: 'Sam',
      driverRegistration: 'AB12 CDE',
      sample: { fields: sample.fields, file: null, files: [], commodityGradeId: GROUP_2 },
    })
    expect(made.id).toBe(String(made.movementId))
    expect(await got(`${base}/movements/${made.movementId}`)).toMatchObject({
      type: 'internal',
      status: 'complete',
      inventory: { recordId: plantingId, commodity: { weight: { weight: 12_000 } } },
    })
    expect(await got(`${base}/records/${made.recordId}`)).toMatchObject({
      commodity: { grade: { id: GROUP_2 } },
      yield: { current: 12_000, harvested: 12_000 },
    })
    const trace = await got(`${base}/records/${made.recordId}/trace`)
    expect(trace.madeOf).toMatchObject([
      { type: 'harvest', recordId: plantingId, fieldId: farm.fieldId, weight: 12_000, share: 100 },
    ])
    expect(await got(`${base}/records/${plantingId}`)).toMatchObject({
      yield: { harvested: 12_000 },
      planting: { areaRemaining: 10 },
    })
  })

  test('takes a sample as another load answered it, and makes one of its own', async () => {
    const plan = await planOf(await farm.planting())
    const fields = [{ name: 'Protein', value: '13.1', metric: '%' }]
    const { sample } = await addLoad(plan.id, { sample: { fields } })
    const again = await addLoad(plan.id, { sample })
    expect(again.sample).toEqual({ ...sample, id: expect.any(Number) })
    expect(again.sample.id).not.toBe(sample.id)
  })

  test('has no sample where the one that it says is empty', async () => {
    const plan = await planOf(await farm.planting())
    const { sample, recordId } = await addLoad(plan.id, { sample: { fields: [], file: null, files: [] } })
    expect(sample).toBeNull()
    const { timeline } = await got(`${base}/records/${recordId}`)
    expect(timeline.map(({ type }: { type: string }) => type)).toEqual(['created', 'movement'])
  })

  test('of several is answered as an array, in order; a plan lists them newest first', async () => {
    const plan = await planOf(await farm.planting())
    const loads = [
      load({ dateISO: '2026-08-13', moisture: 18 }),
      load({ dateISO: '2026-08-12', weightNet: 6000, moisture: 15, substorageId: farm.bays[1] }),
    ]
    const answer = await manager.post(`${plans}/${plan.id}/loads`, loads)
    expect(answer.body.map((each: { weightNet: { weight: number } }) => each.weightNet.weight)).toEqual([
      12_000, 6000,
    ])
    expect(answer.headers['location']).toBe(`/api/inventory/movements/${answer.body[0].movementId}`)
    const listed = await got(`${plans}/loads?harvestPlanId=${plan.id}`)
    expect(listed).toEqual(answer.body)
    expect(await got(`${plans}/loads?harvestPlanId=${plan.id}&sortBy=weightNet&limit=1`)).toEqual([
      answer.body[1],
    ])
    expect(await got(`${plans}/loads?harvestPlanId=${plan.id}&docs=false`)).toEqual([])
    const csv = await got(`${plans}/loads?harvestPlanId=${plan.id}&format=csv`)
    expect(csv.split('\r\n')[1]).toContain('Top Field,Long Barn,Bay 1,Wheat,Winter,Group 1,Skyfall,12000,18,')
    expect((await got(`${plans}/${plan.id}`)).summary).toMatchObject({
      totalHarvestedYield: 18_000,
      averageMoistureContent: 17,
      totalProjectedYield: 98_000,
    })
  })

  test('joins what lies in the bay, in the order of the body, with moisture as the mean by weight', async () => {
    const plan = await planOf(await farm.planting())
    const answer = await manager.post(`${plans}/${plan.id}/loads`, [
      load({ weightNet: 1000, moisture: 14 }),
      load({ weightNet: 3000, moisture: 18 }),
    ])
    const [first, second] = answer.body
    expect(first.recordId).toBe(second.recordId)
    const { quality } = await service.database.db
      .selectFrom('records')
      .select('quality')
      .where('id', '=', first.recordId)
      .executeTakeFirstOrThrow()
    expect(quality).toEqual({ Moisture: { value: 17, metric: '%' } })
  })

  test('that is deleted is taken back, unless its grain has gone on', async () => {
    const plan = await planOf(await farm.planting())
    const first = await addLoad(plan.id)
    const second = await addLoad(plan.id, { weightNet: 8000 })
    await farm.move(first.recordId, 'mill-7', 15_000)
    const remove = (...ids: string[]) =>
      farm.organisation.as('operator').delete(
        `${plans}/${plan.id}/loads`,
        ids.map((loadId) => ({ loadId })),
      )
    expect(await remove(first.id)).toMatchObject({ status: 400, body: { code: 'insufficient_stock' } })
    expect((await got(`${plans}/${plan.id}`)).summary.totalHarvestedYield).toBe(20_000)
    const third = await addLoad(plan.id, { weightNet: 7000 })
    expect(await remove(third.id, second.id)).toMatchObject({ status: 400 })
    expect(await remove(third.id)).toMatchObject({
      status: 200,
      body: { status: 'success', message: 'The load was deleted.' },
    })
    expect((await got(`${plans}/${plan.id}`)).summary.totalHarvestedYield).toBe(20_000)
    expect(
      (await got(`${plans}/loads?harvestPlanId=${plan.id}`)).map((each: { id: string }) => each.id),
    ).toEqual([second.id, first.id])
    for (const id of [third.id, '999999', 'nonsense']) expect((await remove(id)).status).toBe(404)
    const other = await planOf(await farm.planting({ variety: 'Crusoe' }))
    const wrong = await manager.delete(`${plans}/${other.id}/loads`, [{ loadId: first.id }])
    expect(wrong.status).toBe(404)
  })

  test('moved off the field in the ordinary way is one too, also when it is sold straight from it', async () => {
    const plantingId = await farm.planting()
    const plan = await planOf(plantingId)
    const stored = await farm.move(plantingId, farm.bays[0], 5000)
    const sold = await farm.move(plantingId, 'mill-7', 2000)
    const listed = await got(`${plans}/loads?harvestPlanId=${plan.id}&sortBy=weightNet`)
    expect(listed).toMatchObject([
      {
        movementId: sold,
        recordId: '',
        storageId: '',
        substorageId: 0,
        moisture: null,
        sample: null,
        weightNet: { weight: 2000 },
      },
      { movementId: stored, substorageId: farm.bays[0], weightNet: { weight: 5000 } },
    ])
    expect((await got(`${plans}/${plan.id}`)).summary.totalHarvestedYield).toBe(7000)
  })

  test('that is planned counts when it has come', async () => {
    const plan = await planOf(await farm.planting())
    await addLoad(plan.id, { dateISO: '2026-08-20', moisture: 16 })
    expect((await got(`${plans}/${plan.id}`)).summary).toMatchObject({
      totalHarvestedYield: 0,
      averageMoistureContent: 0,
    })
    service.clock.advance({ days: 7 })
    expect((await got(`${plans}/${plan.id}`)).summary).toMatchObject({
      totalHarvestedYield: 12_000,
      averageMoistureContent: 16,
    })
  })

  test('and others that are deleted with it are told to leave a plan short once, by all of them', async () => {
    const plan = await planOf(await farm.planting())
    const loads = [await addLoad(plan.id, { weightNet: 1000 }), await addLoad(plan.id, { weightNet: 2000 })]
    const { recordId } = loads[0]
    await farm.move(recordId, 'mill-7', 3000, { movementDateISO: '2026-08-20' })
    const body = loads.map(({ id }) => ({ loadId: id }))
    const answer = await manager.delete(`${plans}/${plan.id}/loads`, body)
    expect(answer).toMatchObject({ status: 200, body: { ids: loads.map(({ id }) => id) } })
    expect(answer.body.conflicts).toMatchObject([{ kind: 'overdrawn', recordId, weight: 3000 }])
    expect(answer.body.message).toMatch(/^2 loads were deleted\. Warning: /)
  })

  test('that is sold but still to leave lowers the position of the crop, not what is expected of it', async () => {
    const plantingId = await farm.planting()
    const record = () => got(`${base}/records/${plantingId}`)
    const movementDateISO = '2026-08-20'
    const sold = await farm.move(plantingId, 'mill-7', 90_000, { movementDateISO })
    await farm.move(plantingId, 'store-3', 4000, { movementDateISO, sold: false })
    expect(await record()).toMatchObject({
      position: -10_000,
      soldWeight: 0,
      yield: { current: 80_000, sold: 0 },
    })
    service.clock.advance({ days: 7 })
    expect(await record()).toMatchObject({
      position: 80_000,
      soldWeight: 90_000,
      yield: { current: 80_000, sold: 90_000 },
    })
    await manager.delete(`${base}/movements/${sold}`)
    expect(await record()).toMatchObject({ position: 80_000, soldWeight: 0, yield: { sold: 0 } })
  })

  test('may come in before it is weighed empty, and weighs what both readings say', async () => {
    const plan = await planOf(await farm.planting())
    const loads = {
      dateISO: undefined,
      weightNet: undefined,
      weighbridge: { full: 27_000 },
      loadReference: 'L-7',
    }
    const entered = await addLoad(plan.id, loads)
    expect(entered).toMatchObject({
      weightNet: { name: 'not weighed', weight: null },
      dateISO: '2026-08-14T08:30:00.000Z',
    })
    const { movementId, plantingId } = entered
    const movement = () => got(`${base}/movements/${movementId}`)
    expect(await movement()).toMatchObject({
      status: 'incomplete',
      driver: { loadReference: 'L-7' },
      actionsRequired: { outstanding: 1, weighbridge: { empty: true, full: false }, driver: false },
    })
    const rest = { recordId: plantingId, weighbridge: { empty: 14_000 } }
    expect((await manager.put(`${base}/movements/${movementId}/actions`, rest)).status).toBe(200)
    expect(await movement()).toMatchObject({
      status: 'complete',
      inventory: { commodity: { weight: { weight: 13_000 } } },
    })
    const [weighed] = await got(`${plans}/loads?harvestPlanId=${plan.id}`)
    expect(weighed).toMatchObject({ weightNet: { weight: 13_000 } })
    expect((await got(`${plans}/${plan.id}`)).summary).toMatchObject({ totalHarvestedYield: 13_000 })
  })

  test('with faults is refused with all of them, and none of the others is stored', async () => {
    const plan = await planOf(await farm.planting())
    const elsewhere = await makeField(3)
    const answer = await manager.post(`${plans}/${plan.id}/loads`, [
      load(),
      load({ fieldId: elsewhere, commodityId: 2, commodityGroupId: 201, dateISO: 'soon', weightNet: 0.0001 }),
      load({ storageId: farm.fieldId, sample: { commodityGradeId: 1020101 } }),
      load({ storageId: 'barn' }),
      load({ substorageId: 0 }),
    ])
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(answer.body.validation.map((each: { path: string }) => each.path).sort()).toEqual([
      '[1].commodityGroupId',
      '[1].commodityId',
      '[1].dateISO',
      '[1].fieldId',
      '[1].weightNet',
      '[2].sample.commodityGradeId',
      '[2].storageId',
      '[3].storageId',
      '[4].substorageId',
    ])
    expect(await got(`${plans}/loads?harvestPlanId=${plan.id}`)).toEqual([])
  })

  test('is refused where the bay holds what it may not be mixed with; a dry run stores nothing', async () => {
    const plan = await planOf(await farm.planting())
    await farm.opening(farm.bays[0], 100, { harvestYear: '2025' })
    const refused = await manager.post(`${plans}/${plan.id}/loads`, [load()])
    expect(refused).toMatchObject({ status: 400, body: { code: 'incompatible_stock' } })
    const dry = await manager.post(`${plans}/${plan.id}/loads?dryRun=true`, [
      load({ substorageId: farm.bays[1] }),
    ])
    const after = dry.body.dryRun.balances.map((balance: { after: number }) => balance.after)
    expect(Math.max(...after)).toBe(12_000)
    expect(await got(`${plans}/loads?harvestPlanId=${plan.id}`)).toEqual([])
  })

  test('goes to the planting of the field that still has area', async () => {
    const first = await farm.planting()
    const second = await plant(farm.fieldId, { storage: [{ storageId: farm.fieldId, area: 2 }] })
    const plan = await planOf(first)
    expect((await addLoad(plan.id)).plantingId).toBe(first)
    expect((await setRemaining(plan.id, 2, 12)).status).toBe(200)
    // The field gave 12 t off 10 ha so far: of the 2 ha left, whichever planting they are of, it will give 2.4 t.
    expect((await planOf(first)).summary).toMatchObject({ totalRemainingYield: 2400 })
    expect((await addLoad(plan.id)).plantingId).toBe(second)
    expect(await got(`${base}/records/${first}`)).toMatchObject({ planting: { areaRemaining: 0 } })
    expect(await got(`${base}/records/${second}`)).toMatchObject({ planting: { areaRemaining: 2 } })
  })

  test.each(['kept', 'not known'])(
    'is copied as it was measured, whatever was said of the crop, where what it carried is %s',
    async (carried) => {
      const plantingId = await farm.planting()
      const sample = { fields: [{ name: 'Moisture', value: '13', metric: '%' }] }
      expect(await manager.post(`${base}/records/${plantingId}/samples`, sample)).toMatchObject({
        status: 200,
      })
      const { id } = await planOf(plantingId)
      service.clock.advance({ hours: 1 })
      const dateISO = service.clock.now().toISOString()
      await addLoad(id, { dateISO, moisture: 12 })
      const { movementId, recordId } = await addLoad(id, { dateISO, moisture: 18 })
      if (carried === 'not known')
        await service.database.db
          .updateTable('movements')
          .set({ entered: null })
          .where('source_record_id', '=', plantingId)
          .execute()
      const copy = { recordId: plantingId, count: 1 }
      const copied = await manager.post(`${base}/movements/${movementId}/duplicate`, copy)
      expect(copied, JSON.stringify(copied.body)).toMatchObject({ status: 200 })
      expect(await got(`${base}/records/${recordId}`)).toMatchObject({
        quality: [{ name: 'Moisture', value: '16' }],
        commodity: { weight: { weight: 36_000 } },
      })
    },
  )
})
