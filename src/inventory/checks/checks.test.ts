import { beforeEach, describe, expect, test } from 'vitest'
import { ok } from '../../../test/scene.ts'
import { base, openFarm, type TestFarm } from '../../../test/farm.ts'
import type { TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'

// What somebody, or a sensor, found in a bay, and when the next check is due (rules.md §13).

let service: TestApp
let farm: TestFarm
beforeEach(async () => {
  ;({ service, farm } = await openFarm())
})

const operator = () => farm.organisation.as('operator')
const url = () => `${base}/storage/${farm.storeId}`
const enter = async (body: object) =>
  ok(await operator().post(`${url()}/checks`, { substorageId: farm.bays[0], ...body }))
const plan = async (body: object = {}) =>
  ok(
    await farm.organisation.as('manager').put(`${url()}/check-plan`, {
      everyDays: 7,
      temperatureMost: 15,
      temperatureRiseMost: 2,
      moistureMost: 14.5,
      ...body,
    }),
  )
const today = async () => ok(await operator().get(`${base}/today`))
const probes = (...celsius: number[]) =>
  celsius.map((each, index) => ({ probe: `A${index + 1}`, celsius: each }))

describe('a check', () => {
  test('is kept by probe, and says what is beyond the limits of the store', async () => {
    await plan()
    const first = await enter({
      checkedAtISO: '2026-08-07T08:00:00Z',
      temperatures: probes(12, 13.5),
      insects: 'none',
    })
    expect(first).toMatchObject({ hottest: 13.5, alarms: [], insects: 'none', moisture: null, bay: 'Bay 1' })
    const second = await enter({
      temperatures: probes(14, 15.6),
      moisture: 14.6,
      rodents: 'traces',
      smell: 'musty',
    })
    expect(second.alarms).toEqual(['temperature', 'rise', 'moisture', 'smell', 'rodents'])
    await enter({ substorageId: farm.bays[1], note: 'Swept' })
    const { docs: checks, totalDocs } = ok(
      await operator().get(`${url()}/checks?substorageId=${farm.bays[0]}`),
    )
    expect(totalDocs).toBe(2)
    expect(checks.map(({ hottest }: { hottest: number }) => hottest)).toEqual([15.6, 13.5])
    expect(ok(await operator().get(`${url()}/checks?at=2026-08-08`)).docs).toMatchObject([{ id: first.id }])
    const { body } = await operator().get(`${url()}/checks?format=csv`)
    expect(String(body)).toContain(
      'Bay 1,15.6,A1: 14; A2: 15.6,14.6,,musty,traces,"temperature, rise, moisture, smell, rodents"',
    )
  })

  test('sent again by a device that got no answer is one, whoever sends it; other findings are another', async () => {
    const found = {
      substorageId: farm.bays[0],
      checkedAtISO: '2026-08-07T08:00:00.123Z',
      temperatures: probes(12, 13.5),
      moisture: 14.123,
      insects: 'none',
      note: 'By torch',
    }
    const send = async (role: 'operator' | 'manager', body: object = found) =>
      ok(await farm.organisation.as(role).post(`${url()}/checks`, body, { 'idempotency-key': `${role}-key` }))
    const first = await send('operator')
    expect((await send('manager')).id).toBe(first.id)
    const other = await enter({ ...found, insects: 'few' })
    expect(other.id).not.toBe(first.id)
    // Two rounds of a day without a time are two checks.
    for (const _round of [1, 2]) await enter({ checkedAtISO: '2026-08-07', insects: 'none' })
    expect(ok(await operator().get(`${url()}/checks`)).totalDocs).toBe(4)
  })

  test('says something, of a bay, and nothing of tomorrow: every fault at once', async () => {
    const answer = await operator().post(`${url()}/checks`, {
      checkedAtISO: '2026-08-20',
      files: [{ id: 'x' }],
      temperatures: [...probes(1), ...probes(2)],
    })
    expect(answer.body.validation).toMatchObject([
      { path: 'substorageId', code: 'unknown_bay' },
      { path: 'checkedAtISO', code: 'future' },
      { path: 'temperatures[1].probe', code: 'duplicate' },
      { path: 'files[0].id', code: 'unknown' },
    ])
    const empty = await operator().post(`${url()}/checks`, { substorageId: farm.bays[0] })
    expect(empty.body.validation).toMatchObject([{ path: 'temperatures', code: 'required' }])
    expect((await operator().post(`${base}/storage/${farm.fieldId}/checks`, { note: 'x' })).status).toBe(400)
  })

  test('sent twice is one, and is nothing that others see', async () => {
    const key = { 'idempotency-key': 'check-1' }
    const body = { substorageId: farm.bays[0], moisture: 14 }
    const [one, two] = [
      ok(await operator().post(`${url()}/checks`, body, key)),
      ok(await operator().post(`${url()}/checks`, body, key)),
    ]
    expect(two.id).toBe(one.id)
    const other = await makeOrganisation(service)
    expect((await other.as('owner').get(`${url()}/checks`)).status).toBe(404)
    expect((await other.as('owner').post(`${url()}/checks`, body)).status).toBe(404)
    expect((await other.as('owner').get(`${url()}/check-plan`)).status).toBe(404)
  })
})

describe('the day', () => {
  test('names the bays with stock whose check is due, the longest ago first', async () => {
    expect(await today()).toMatchObject({ toCheck: { count: 0 }, alarming: { count: 0 } })
    await farm.opening(farm.bays[0], 1000)
    await farm.opening(farm.bays[1], 1000)
    await plan()
    await enter({ checkedAtISO: '2026-08-07T09:00:00Z', moisture: 14 })
    const due = { substorageId: farm.bays[1], checkedAtUTC: '', everyDays: 7 }
    expect((await today()).toCheck).toMatchObject({ count: 1, first: [due] })
    service.clock.set('2026-08-14T09:00:00Z')
    expect((await today()).toCheck).toMatchObject({ count: 2, first: [due, { substorageId: farm.bays[0] }] })
    await enter({ moisture: 14 })
    expect((await today()).toCheck.count).toBe(1)
    await plan({ everyDays: null })
    expect((await today()).toCheck.count).toBe(0)
  })

  test('names the bays whose last check found too much, and no longer once it is well again', async () => {
    await farm.opening(farm.bays[0], 1000)
    await plan()
    await enter({ temperatures: probes(18) })
    expect((await today()).alarming).toMatchObject({
      count: 1,
      first: [{ substorageId: farm.bays[0], alarms: ['temperature'] }],
    })
    service.clock.advance({ days: 1 })
    await enter({ temperatures: probes(13) })
    expect((await today()).alarming.count).toBe(0)
  })

  test('names what is on hold', async () => {
    await farm.opening(farm.bays[0], 1000)
    const hold = { storageId: farm.storeId, substorageId: farm.bays[0], reason: 'infestation' }
    const { id } = ok(await farm.organisation.as('manager').post(`${base}/holds`, hold))
    expect((await today()).onHold).toMatchObject({ count: 1, first: [{ id, reason: 'infestation' }] })
  })
})
