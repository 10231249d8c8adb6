import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { base, GROUP_1, GROUP_2, makeFarm, STOCK_TAKE, WHEAT, WINTER, type TestFarm } from './farm.ts'
import { dryingTo15, makeStore } from '../src/inventory/contracts/test-contracts.ts'
import { numberExamples, periodExamples, stocktakeExamples } from './book-examples.ts'
import { confirmationExamples } from './confirmation-examples.ts'
import { holdExamples } from './hold-examples.ts'
import { ok } from './scene.ts'
import { create as createLoads } from '../src/inventory/imports/loads/test-loads.ts'
import { imported } from '../src/inventory/imports/test-imports.ts'
import { makeHarvest, plans } from '../src/inventory/harvest/test-harvest.ts'
import { orderExamples } from './order-examples.ts'
import { partnerExamples } from './partner-examples.ts'
import { positionExamples } from './position-examples.ts'
import { chargeExamples } from './charge-examples.ts'
import { deliveryExamples, tradeExamples } from './trade-examples.ts'
import { reportExamples } from './report-examples.ts'
import { weightExamples } from './weight-examples.ts'
import { shareTestApp, TEST_START, type TestApp } from './app.ts'

// Every example of docs/rules.md is what the service does. Each stands here in its words, so that neither changes alone.

let service: TestApp
let farm: TestFarm
beforeAll(async () => {
  service = await shareTestApp()
})
beforeEach(async () => {
  service.clock.set(TEST_START)
  farm = await makeFarm(service)
})
afterAll(() => service.close())

const manager = () => farm.organisation.as('manager')
const got = async (url: string) => ok(await manager().get(base + url))
const on = (date: string) => ({ movementDateISO: date })
const count = async (id: string, adjustTo: number) =>
  ok(
    await manager().post(`${base}/records/adjustments`, {
      records: [{ id, adjustTo }],
      reasonId: STOCK_TAKE,
    }),
  )
const leave = (recordId: string, weight: number, overrides: object) =>
  manager().post(`${base}/movements`, {
    recordId,
    weight,
    destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' },
    sold: true,
    ...overrides,
  })

const scene = () => ({ service, farm })

const examples: Record<string, () => Promise<void>> = {
  '28.4605 kg are kept as 28,461 g. As `{ "name": "bushel", "conversion": 27.2155422, "weight": 28460 }`, 28,460 kg are read as 28,460 ÷ 27.2155422, 1,045.73 bushels.':
    async () => {
      expect(await farm.weightOf(await farm.opening(farm.bays[0], 28.4605))).toBe(28.461)
      const { conversions } = ok(await manager().get('/api/system/settings/US'))
      expect(conversions['bushel:US:1']).toBe(27.2155422)
      expect((28_460 / conversions['bushel:US:1']).toFixed(2)).toBe('1045.73')
    },

  'For a farm in London `2026-08-14` is 23:00 UTC of the 13th, and `2026-08-14T09:30` is 08:30 UTC.':
    async () => {
      const recordId = await farm.opening(farm.bays[0], 1000)
      for (const [said, meant] of [
        ['2026-08-14', '2026-08-13T23:00:00.000Z'],
        ['2026-08-14T09:30', '2026-08-14T08:30:00.000Z'],
      ] as const) {
        const id = await farm.move(recordId, farm.bays[1], 10, on(said))
        expect((await got(`/movements/${id}`)).movementDateISO).toBe(meant)
      }
    },

  '10,000 kg left on 5 August, and a week later it turns out that it was 10,200. The book has three entries, all of 5 August: 10,000 out, 10,000 back, 10,200 out. From that day on 200 kg less are there.':
    async () => {
      const recordId = await farm.opening(farm.bays[0], 30_000)
      const id = await farm.move(recordId, 'mill-7', 10_000, on('2026-08-05'))
      const destination = { organisationId: 'mill-7', organisationName: 'Valley Mill' }
      const body = { recordId, weight: 10_200, ...on('2026-08-05'), destination, sold: true }
      ok(await manager().put(`${base}/movements/${id}`, body))
      const { rows } = await sql<{ grams: number; day: string }>`
        select case when source_record_id = ${recordId} then -grams else grams end as grams,
          to_char(effective_at at time zone 'Europe/London', 'DD Mon') as day
        from ledger_entries where fact_id = ${id} order by id`.execute(service.database.db)
      expect(rows.map(({ grams, day }) => [grams / 1000, day])).toEqual([
        [-10_000, '05 Aug'],
        [10_000, '05 Aug'],
        [-10_200, '05 Aug'],
      ])
      expect((await got('/position?at=2026-08-05T00:00')).totals.owned).toBe(19_800)
      expect((await got('/position?at=2026-08-04')).totals.owned).toBe(30_000)
    },

  'The book has 100,000 kg, and 97,000 are counted: 3,000 are lost. Then a ticket is found of 2,500 that left the week before. The bay stays at 97,000, and 500 are lost.':
    async () => {
      const recordId = await farm.opening(farm.bays[0], 100_000)
      expect(await count(recordId, 97_000)).toMatchObject([{ yield: { current: 97_000, loss: 3000 } }])
      ok(await leave(recordId, 2500, on('2026-08-07')))
      expect((await got(`/records/${recordId}`)).yield).toMatchObject({ current: 97_000, loss: 500 })
    },

  '20,000 kg came on 1 August and 15,000 left on the 10th. 6,000 that are entered for 5 August are refused: on the 10th there would be 1,000 too few. For next week they are taken, as a plan that overdraws.':
    async () => {
      const recordId = await farm.opening(farm.bays[0], 20_000)
      ok(await leave(recordId, 15_000, on('2026-08-10')))
      const { body: refused } = await leave(recordId, 6000, on('2026-08-05'))
      expect(refused).toMatchObject({
        code: 'insufficient_stock',
        body: { shortfall: 1000, date: '2026-08-09T23:00:00.000Z' },
      })
      const planned = ok(await leave(recordId, 6000, on('2026-08-21')))
      expect(planned.conflicts).toMatchObject([{ kind: 'overdrawn', weight: 1000 }])
    },

  '30,000 come in, 10,000 are sold and leave, 19,800 are counted, 12,000 are sold for next month: initial 30,000, sold 10,000, loss 200, current 19,800, total 30,000, position 7,800.':
    async () => {
      const recordId = await farm.opening(farm.bays[0], 30_000)
      ok(await leave(recordId, 10_000, on('2026-08-05')))
      await count(recordId, 19_800)
      ok(await leave(recordId, 12_000, on('2026-09-14')))
      expect(await got(`/records/${recordId}`)).toMatchObject({
        yield: { initial: 30_000, sold: 10_000, loss: 200, current: 19_800, total: 30_000 },
        position: 7800,
      })
    },

  '20,000 kg of Group 1 Skyfall with 13.2 % protein and 10,000 of Group 2 Extase with 12 % are 30,000 of Group 2, Mixed, with 12.8 %.':
    async () => {
      const bring = async (weight: number, grade: number, variety: string, protein: string) => {
        const sample = { fields: [{ name: 'Protein', value: protein, metric: '%' }] }
        const body = {
          type: 'crop',
          harvestYear: '2026',
          owned: true,
          commodity: { id: WHEAT, type: WINTER, grade, variety },
          storage: [{ storageId: farm.storeId, substorageId: farm.bays[0], weight }],
          source: { intake: { driverName: 'Sam', sample } },
        }
        return ok(await manager().post(`${base}/records`, body))
      }
      await bring(20_000, GROUP_1, 'Skyfall', '13.2')
      expect(await bring(10_000, GROUP_2, 'Extase', '12')).toMatchObject({
        yield: { current: 30_000 },
        commodity: { grade: { id: GROUP_2 }, variety: 'Mixed' },
        message: expect.stringContaining('the variety is now Mixed; the Protein is now 12.8 %'),
        quality: [{ name: 'Protein', value: '12.8', metric: '%' }],
      })
    },

  'A bay for 25,000 kg of wheat has 20,000 and gets 10,000 next week: stored, with a conflict `over_capacity` of 5,000 at that movement.':
    async () => {
      const [bay, elsewhere] = farm.bays
      const capacity = [{ commodityId: WHEAT, weight: 25_000 }]
      ok(await manager().patch(`${base}/storage/${farm.storeId}`, { substorage: [{ id: bay, capacity }] }))
      await farm.opening(bay, 20_000)
      const id = await farm.move(await farm.opening(elsewhere, 10_000), bay, 10_000, on('2026-08-21'))
      const { conflicts } = await got(`/storage/${farm.storeId}/conflicts`)
      expect(conflicts).toMatchObject([{ kind: 'over_capacity', movementId: id, weight: 5000 }])
    },

  '6,000 kg out of 20,000 from Top Field and 10,000 from Valley Farm are 4,000 from Top Field and 2,000 from Valley Farm.':
    async () => {
      const [bay] = farm.bays
      const sender = { id: 'valley-farm', name: 'Valley Farm' }
      const recordId = await farm.intake(bay, 10_000, { at: '2026-08-10', sender })
      await farm.move(await farm.planting(), bay, 20_000, on('2026-08-11'))
      const id = await farm.move(recordId, 'mill-7', 6000)
      expect((await got(`/movements/${id}/trace`)).madeOf).toMatchObject([
        { fieldName: 'Top Field', weight: 4000 },
        { organisationName: 'Valley Farm', weight: 2000 },
      ])
    },

  '28,000 kg leave by estimate. Weighed next morning, 42,660 full and 14,200 empty, it was 28,460 that left, on the day that the movement has.':
    async () => {
      const recordId = await farm.opening(farm.bays[0], 40_000)
      const id = await farm.move(recordId, 'mill-7', 28_000, on('2026-08-13'))
      const weighbridge = { full: 42_660, empty: 14_200 }
      ok(await manager().put(`${base}/movements/${id}/actions`, { recordId, weighbridge }))
      expect((await got('/position?at=2026-08-12')).totals.owned).toBe(40_000)
      expect((await got('/position?at=2026-08-13')).totals.owned).toBe(11_540)
    },

  "28,500 kg are tipped into three bays, 9,500 into each. 100 kg more, said of the second, are 9,500, 9,600 and 9,500; with shares of 1, 1 and 2 they are 7,150, 7,150 and 14,300. If the third part is deleted, somebody has to say whether the lorry's net stays, so that the others take it over, or was less, so that they keep their weights.":
    async () => {
      const tipped = async (parts: object[]) => {
        const storage = parts.map((part, index) => ({
          storageId: farm.storeId,
          substorageId: farm.bays[index],
          ...part,
        }))
        const source = { intake: { ticket: { empty: 14_000, full: 42_500 } } }
        const body = { type: 'crop', harvestYear: '2026', commodity: { id: 1, type: 101 }, storage, source }
        const made: { id: string; movementId: number }[] = ok(await manager().post(`${base}/records`, body))
        const [, second] = made
        const corrected = { recordId: second?.id, weighbridge: { full: 42_600 } }
        ok(await manager().put(`${base}/movements/${second?.movementId}/actions`, corrected))
        const weights = async () => {
          const { ticket } = await got(`/movements/${second?.movementId}`)
          return ticket.parts.map(({ weight }: { weight: number }) => weight)
        }
        const drop = (lorryNet?: string) =>
          manager().delete(`${base}/movements/${made[2]?.movementId}`, { recordId: made[2]?.id, lorryNet })
        return { weights, drop }
      }
      const whole = [{ weight: 9500 }, { weight: 9500 }, { weight: 9500 }]
      const less = await tipped(whole)
      expect(await less.weights()).toEqual([9500, 9600, 9500])
      expect((await less.drop()).body.validation).toMatchObject([{ path: 'lorryNet', code: 'required' }])
      ok(await less.drop('less'))
      expect(await less.weights()).toEqual([9500, 9600])
      const stays = await tipped(whole)
      ok(await stays.drop('stays'))
      const taken: number[] = await stays.weights()
      expect([taken.length, taken.reduce((sum, each) => sum + each, 0)]).toEqual([2, 28_600])
      const shared = await tipped([{ share: 1 }, { share: 1 }, { share: 2 }])
      expect(await shared.weights()).toEqual([7150, 7150, 14_300])
    },

  'A load has ticket 1 of 10 October with 26,000 kg in lorry AB12 CDE. Ticket 1 of 12 January with 28,460 kg in lorry CD34 EFG is another load, whatever the harvest year.':
    async () => {
      const file = (date: string, kilograms: number, lorry: string, year: number) =>
        `Date,Ticket,Net (kg),Store,Bay,Sender,Commodity,Harvest year,Lorry\n${date},1,${kilograms},Long Barn,Bay 1,Hill Farm,Winter wheat,${year},${lorry}\n`
      const october = file('2025-10-10', 26_000, 'AB12 CDE', 2025)
      expect(await imported(manager(), createLoads, october)).toMatchObject({ success: 1 })
      const january = file('2026-01-12', 28_460, 'CD34 EFG', 2025)
      expect(await imported(manager(), `${createLoads}&update=true`, january)).toMatchObject({
        success: 1,
        changed: 0,
      })
      const elsewhere = file('2026-01-13', 28_480, 'EF56 GHI', 2026).replace('Bay 1', 'Bay 2')
      expect(await imported(manager(), createLoads, elsewhere)).toMatchObject({ success: 1, changed: 0 })
      const { docs } = await got('/movements')
      const weights = docs.map(
        ({ inventory }: { inventory: { commodity: { weight: { weight: number } } } }) =>
          inventory.commodity.weight.weight,
      )
      expect(weights.sort()).toEqual([26_000, 28_460, 28_480])
    },

  '10,000 kg leave and the bay is empty. Where the book had 10,300, 300 are lost; where it had 9,600, 400 are found; where it had 9,400 it is refused, as 600 are more than 5 %.':
    async () => {
      const empties = async (bay: number, held: number) => {
        const recordId = await farm.opening(bay, held)
        const answer = await leave(recordId, 10_000, { ...on('2026-08-14'), adjustToZero: true })
        return { answer, figures: (await got(`/records/${recordId}`)).yield }
      }
      const [one, two, three] = farm.bays
      expect((await empties(one, 10_300)).figures).toMatchObject({ current: 0, loss: 300 })
      expect((await empties(two, 9600)).figures).toMatchObject({ current: 0, loss: -400 })
      const { answer, figures } = await empties(three, 9400)
      expect(answer.body).toMatchObject({ code: 'insufficient_stock', body: { shortfall: 600 } })
      expect(figures).toMatchObject({ current: 9400, loss: 0 })
    },

  'From 25 % to 15.5 % is 11.243 %, from 20 % to 15 % is 5.882 %: of 20,000 kg 1,176.471 are lost and 18,823.529 lie in the bay. With the rows 15 to 16: 1.5 % and 16 to 17: 3 %, a load of 16 % loses 3 %, one of 17 % loses 3 %, one of 18 % goes by dry matter, and one of 15 % loses nothing.':
    async () => {
      const dried = async (drying: object, moisture: number) => {
        const store = await makeStore(service)
        const { id } = await store.contract({ services: { drying } })
        return (await store.intake(20_000, { moisture, contract: { id } })).drying
      }
      const to155 = { agreed: true, preAgreedMoistureLevelPercentage: 15.5 }
      expect(await dried(to155, 25)).toMatchObject({ lossPercentage: 11.243, isComputed: true })
      expect(await dried(dryingTo15, 20)).toMatchObject({
        lossPercentage: 5.882,
        lossWeight: 1176.471,
        netWeight: 18_823.529,
      })
      const rows = [
        { moistureMinPercentage: 15, moistureMaxPercentage: 16, weightLossPercentage: 1.5 },
        { moistureMinPercentage: 16, moistureMaxPercentage: 17, weightLossPercentage: 3 },
      ]
      const byRows = { ...dryingTo15, intakeSampleLossMatrix: rows }
      expect(await dried(byRows, 16)).toMatchObject({ lossPercentage: 3, isComputed: false })
      expect(await dried(byRows, 17)).toMatchObject({ lossPercentage: 3, isComputed: false })
      expect(await dried(byRows, 18)).toMatchObject({ isComputed: true })
      expect(await dried(byRows, 15)).toBeUndefined()
    },

  '10 ha at 8,000 kg are predicted at 80,000. 30,000 came off the first 4 ha, 7,500 a hectare: projected are 30,000 + 6 × 7,500 = 75,000, of which 45,000 remain, a variance of −6.25 %.':
    async () => {
      const harvest = await makeHarvest(service)
      const { id } = await harvest.planOf(await harvest.plant(harvest.farm.fieldId))
      await harvest.addLoad(id, { weightNet: 30_000 })
      ok(await harvest.setRemaining(id, 6, 10))
      expect((await harvest.got(`${plans}/${id}`)).summary).toMatchObject({
        totalPredictedYield: 80_000,
        areaHarvested: 4,
        totalProjectedYield: 75_000,
        totalRemainingYield: 45_000,
        yieldVariance: -6.25,
      })
    },

  'Of 10 ha with 6 ha remaining, a part of 3 ha gets 3 ha with 1.8 remaining; 7 ha with 4.2 remaining stay.':
    async () => {
      const harvest = await makeHarvest(service)
      const planting = await harvest.plant(harvest.farm.fieldId)
      const { id } = await harvest.planOf(planting)
      ok(await harvest.setRemaining(id, 6, 10))
      const split = [{ source: harvest.farm.fieldId, name: 'East', hectares: 3 }]
      ok(await harvest.manager.post(`${base}/storage/fields/split`, split))
      const { records } = await harvest.got(`${plans}/${id}`)
      const areas = records.map(
        ({
          id: recordId,
          ...each
        }: {
          id: string
          harvest: { area: number }
          planting: { areaRemaining: number }
        }) => [recordId === planting, each.harvest.area, each.planting.areaRemaining],
      )
      expect(areas.toSorted()).toEqual([
        [false, 3, 1.8],
        [true, 7, 4.2],
      ])
    },

  ...weightExamples(scene),
  ...numberExamples(scene),
  ...stocktakeExamples(scene),
  ...holdExamples(scene),
  ...periodExamples(scene),
  ...confirmationExamples(scene),
  ...tradeExamples(scene),
  ...deliveryExamples(scene),
  ...orderExamples(scene),
  ...positionExamples(scene),
  ...chargeExamples(scene),
  ...reportExamples(scene),
  ...partnerExamples(scene),
}

const document = readFileSync(new URL('../docs/rules.md', import.meta.url), 'utf8').replace(/\n(?=\S)/g, ' ')

test('every example of the document is here', () => {
  const written = [...document.matchAll(/_For example:_ (.*?)(?= \*\*|$)/gm)].map(([, text]) => text)
  expect(written).toEqual(Object.keys(examples))
})

test.each(Object.entries(examples))('%s', (_text, isTrue) => isTrue())
