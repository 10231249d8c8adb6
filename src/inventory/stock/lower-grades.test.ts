import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ok } from '../../../test/scene.ts'
import {
  base,
  expectSoundLedger,
  GROUP_1,
  GROUP_2,
  openFarm,
  WHEAT,
  WINTER,
  type TestFarm,
} from '../../../test/farm.ts'

// An organisation may want to know why a load lowers the grade of what lies in a bay (rules.md §3).

let farm: TestFarm
let heap: string

beforeEach(async () => {
  ;({ farm } = await openFarm())
  heap = await farm.opening(farm.bays[0], 300_000, { grade: GROUP_1 })
})
afterAll(expectSoundLedger)

const operator = () => farm.organisation.as('operator')
const want = (requiresGradeReason = true) =>
  farm.organisation.as('owner').patch('/api/identity/organisation', { requiresGradeReason }).then(ok)
const REASON = 'The other bay is being repaired'
const gradeOf = async (recordId: string) =>
  ok(await operator().get(`${base}/records/${recordId}`)).commodity.grade.id
const refused = {
  status: 400,
  body: { code: 'grade_lost', body: { recordId: expect.any(String), before: GROUP_1, after: GROUP_2 } },
}

const intake = (more: { grade?: number; bay?: number; readings?: object; gradeReason?: string } = {}) => ({
  type: 'crop',
  harvestYear: '2026',
  owned: true,
  commodity: { id: WHEAT, type: WINTER, grade: more.grade ?? GROUP_2 },
  storage: [{ storageId: farm.storeId, substorageId: more.bay ?? farm.bays[0] }],
  source: {
    intake: {
      driverName: 'Sam',
      sender: { id: 'brook', name: 'Brook' },
      weighbridgeRecord: more.readings ?? { full: 42_000, empty: 14_000 },
      ...(more.gradeReason !== undefined && { gradeReason: more.gradeReason }),
    },
  },
})
const enter = (more: Parameters<typeof intake>[0] = {}) => operator().post(`${base}/records`, intake(more))

describe('a load of a lower grade', () => {
  test('comes in without a word where nobody wants a reason', async () => {
    ok(await enter())
    expect(await gradeOf(heap)).toBe(GROUP_2)
  })

  test('is refused without a reason, dry or not, and one lets it through and stays with the movement', async () => {
    await want()
    expect(await enter()).toMatchObject(refused)
    expect(await enter({ gradeReason: '  ' })).toMatchObject(refused)
    expect(await operator().post(`${base}/records?dryRun=true`, intake())).toMatchObject(refused)
    expect(await gradeOf(heap)).toBe(GROUP_1)
    const [{ movementId }] = [ok(await enter({ gradeReason: REASON }))].flat()
    expect(await gradeOf(heap)).toBe(GROUP_2)
    expect(ok(await operator().get(`${base}/movements/${movementId}`))).toMatchObject({ gradeReason: REASON })
    // Once it has the lower grade, the next load lowers nothing.
    const [next] = [ok(await enter())].flat()
    expect(ok(await operator().get(`${base}/movements/${next.movementId}`))).not.toHaveProperty('gradeReason')
    await want(false)
  })

  test('weighed once is asked for the reason with its second reading, unless it was said with the first', async () => {
    await want()
    const [first] = [ok(await enter({ readings: { full: 42_000 } }))].flat()
    const [second] = [ok(await enter({ readings: { full: 41_000 }, gradeReason: REASON }))].flat()
    const finish = ({ movementId, id: recordId }: { movementId: number; id: string }, more: object = {}) =>
      operator().put(`${base}/movements/${movementId}/actions`, {
        recordId,
        weighbridge: { empty: 14_000 },
        ...more,
      })
    expect(await finish(first)).toMatchObject(refused)
    ok(await finish(second))
    expect(await gradeOf(heap)).toBe(GROUP_2)
    await operator().delete(`${base}/movements/${second.movementId}`, { recordId: second.id })
    expect(await gradeOf(heap)).toBe(GROUP_1)
    expect(await finish(first)).toMatchObject(refused)
    ok(await finish(first, { gradeReason: REASON }))
    expect(ok(await operator().get(`${base}/movements/${first.movementId}`))).toMatchObject({
      gradeReason: REASON,
    })
  })

  test('moved from another bay, sent there by an edit, or restored is judged alike', async () => {
    await want()
    const other = await farm.opening(farm.bays[1], 50_000, { grade: GROUP_2 })
    const there = { storageId: farm.storeId, substorageId: farm.bays[0] }
    const move = { recordId: other, weight: 1000, destination: there }
    expect(await operator().post(`${base}/movements`, move)).toMatchObject(refused)
    const bulk = { records: [{ id: other, weight: 1000 }], destination: there }
    expect(await operator().post(`${base}/movements/bulk`, bulk)).toMatchObject(refused)
    const id = await farm.move(other, farm.bays[2], 1000)
    const edit = (more: object) =>
      farm.organisation.as('manager').put(`${base}/movements/${id}`, { ...move, ...more })
    expect(await edit({ reason: 'Another bay' })).toMatchObject(refused)
    ok(await edit({ gradeReason: REASON }))
    expect(await gradeOf(heap)).toBe(GROUP_2)
    ok(await farm.organisation.as('manager').delete(`${base}/movements/${id}`, { recordId: other }))
    expect(await gradeOf(heap)).toBe(GROUP_1)
    // Its reason is still there.
    ok(await farm.organisation.as('manager').post(`${base}/movements/${id}/restore`, {}))
    expect(await gradeOf(heap)).toBe(GROUP_2)
  })

  test('off a field is judged alike', async () => {
    await want()
    await farm.planting({ grade: GROUP_2 })
    const [plan] = ok(await operator().get(`${base}/harvest-plans`))
    const load = (more: object) =>
      operator().post(`${base}/harvest-plans/${plan.id}/loads`, [
        {
          fieldId: farm.fieldId,
          commodityId: WHEAT,
          commodityGroupId: WINTER,
          storageId: farm.storeId,
          substorageId: farm.bays[0],
          weightNet: 28_000,
          moisture: null,
          temperature: null,
          driverName: null,
          driverRegistration: null,
          sample: null,
          ...more,
        },
      ])
    expect(await load({})).toMatchObject(refused)
    ok(await load({ gradeReason: REASON }))
    expect(await gradeOf(heap)).toBe(GROUP_2)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['into an empty bay', () => enter({ bay: farm.bays[1] })],
    ['of the same grade', () => enter({ grade: GROUP_1 })],
    [
      'that is only planned',
      async () =>
        operator().post(`${base}/records`, {
          ...intake(),
          source: {
            intake: {
              ...intake().source.intake,
              moveAtUTC: new Date(Date.now() + 864e5 * 4000).toISOString(),
            },
          },
        }),
    ],
    [
      'of a higher grade than what lies there, which is not lowered',
      async () => {
        const low = await farm.opening(farm.bays[1], 1000, { grade: GROUP_2 })
        expect(await gradeOf(low)).toBe(GROUP_2)
        return enter({ grade: GROUP_1, bay: farm.bays[1] })
      },
    ],
  ])('%s needs no reason', async (_name, load) => {
    await want()
    ok((await load()) as Parameters<typeof ok>[0])
    expect(await gradeOf(heap)).toBe(GROUP_1)
  })
})
