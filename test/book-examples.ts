import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { addPerson } from './factories.ts'
import { base, type TestFarm } from './farm.ts'
import { ok } from './scene.ts'

type Scene = () => { service: TestApp; farm: TestFarm }
type Examples = Record<string, () => Promise<void>>

const on = (date: string) => ({ movementDateISO: date })

/** What is asked of the farm of the test that runs. */
function asked(scene: Scene) {
  const manager = () => scene().farm.organisation.as('manager')
  return {
    manager,
    got: async (url: string) => ok(await manager().get(base + url)),
    leave: (recordId: string, weight: number, overrides: object) =>
      manager().post(`${base}/movements`, {
        recordId,
        weight,
        destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' },
        sold: true,
        ...overrides,
      }),
  }
}

/** The examples of docs/rules.md §11, word for word, and how each is done. */
export function numberExamples(scene: Scene): Examples {
  const { manager, got } = asked(scene)
  const numbersOf = (...ids: number[]) =>
    Promise.all(ids.map(async (id) => (await got(`/movements/${id}`)).documentNumber))
  return {
    'A lorry is weighed empty and another one after it, and the second comes back full first: it has ticket 1, the first one ticket 2.':
      async () => {
        const stock = await scene().farm.opening(scene().farm.bays[0], 50_000)
        const lorry = () => scene().farm.move(stock, 'mill-7', 0, { weighbridge: { empty: 14_000 } })
        const [first, second] = [await lorry(), await lorry()]
        for (const id of [second, first])
          ok(
            await manager().put(`${base}/movements/${id}/actions`, {
              recordId: stock,
              weighbridge: { full: 15_000 },
            }),
          )
        expect(await numbersOf(second, first)).toEqual(['1', '2'])
      },

    'Transfer 1 is deleted, and the next one is transfer 2.': async () => {
      const stock = await scene().farm.opening(scene().farm.bays[0], 50_000)
      const first = await scene().farm.move(stock, scene().farm.bays[1], 100)
      ok(await manager().delete(`${base}/movements/${first}`))
      expect(await numbersOf(first, await scene().farm.move(stock, scene().farm.bays[1], 100))).toEqual([
        '1',
        '2',
      ])
      const { docs } = await got('/papers/numbers?kind=transfer')
      expect(docs).toMatchObject([
        { number: '2', status: 'given' },
        { number: '1', status: 'cancelled' },
      ])
    },

    'With `{store}-{yy}-{0000}`, begun again each calendar year, the first transfers out of Long Barn, called LB, in 2025 and 2026 are LB-25-0001 and LB-26-0001.':
      async () => {
        const series = [
          { kind: 'transfer', pattern: '{store}-{yy}-{0000}', restarts: 'calendar-year', byStore: true },
        ]
        const stores = [{ storageId: scene().farm.storeId, code: 'LB' }]
        ok(await scene().farm.organisation.as('admin').patch(`${base}/papers/numbering`, { series, stores }))
        const stock = await scene().farm.opening(scene().farm.bays[0], 50_000, { at: '2025-11-01' })
        const ids = []
        for (const day of ['2025-12-31', '2026-01-02'])
          ids.push(await scene().farm.move(stock, scene().farm.bays[1], 100, on(day)))
        expect(await numbersOf(...ids)).toEqual(['LB-25-0001', 'LB-26-0001'])
      },
  }
}

/** The examples of docs/rules.md §12, word for word, and how each is done. */
export function stocktakeExamples(scene: Scene): Examples {
  const { manager, got, leave } = asked(scene)
  /** A stock-take of the first bay, and how its line stands. */
  async function openStocktake(body: object) {
    const sessions = `${base}/stocktakes`
    const bay = scene().farm.bays[0]
    const { id } = ok(await manager().post(sessions, { name: 'August', substorageIds: [bay], ...body }))
    return {
      id: id as string,
      line: async () => (await got(`/stocktakes/${id}`)).lines[0],
      count: async (count: object) =>
        ok(await manager().patch(`${sessions}/${id}/lines/${bay}`, count)).lines[0],
    }
  }
  return {
    'The cut-off is the close of 12 August, and the book has 100,000 kg. 28,000 leave on the 13th, and 71,000 are counted that afternoon: 99,000 lay there at the cut-off, 1,000 less than in the book. Then a ticket is found of 400 that left on the 10th: the book has 99,600 at the cut-off, and 600 less were counted.':
      async () => {
        const recordId = await scene().farm.opening(scene().farm.bays[0], 100_000)
        const session = await openStocktake({ cutOffISO: '2026-08-12' })
        ok(await leave(recordId, 28_000, on('2026-08-13')))
        const counted = await session.count({ counted: 71_000, countedAtISO: '2026-08-13T15:00' })
        expect(counted).toMatchObject({ book: 100_000, counted: 99_000, variance: -1000 })
        ok(await leave(recordId, 400, on('2026-08-10')))
        expect(await session.line()).toMatchObject({ book: 99_600, counted: 99_000, variance: -600 })
      },

    'With 1 %, 98,000 of 100,000 are counted again, and so are 98,000 that the same person counts once more. Somebody else finds 95,000, and it is counted again; the 97,900 that they find then stand.':
      async () => {
        await scene().farm.opening(scene().farm.bays[0], 100_000)
        await addPerson(scene().service, scene().farm.organisation, 'operator')
        const session = await openStocktake({ tolerance: { percent: 1 } })
        const by = (name: string) => ({ countedBy: { name } })
        expect(await session.count({ counted: 98_000, ...by('Jim') })).toMatchObject({ state: 'recount' })
        expect(await session.count({ counted: 98_000, ...by('Jim') })).toMatchObject({ state: 'recount' })
        expect(await session.count({ counted: 95_000, ...by('Ann') })).toMatchObject({ state: 'recount' })
        expect(await session.count({ counted: 97_900, ...by('Ann') })).toMatchObject({
          state: 'counted',
          counted: 97_900,
        })
      },

    'Of 100,000 kg 97,000 are counted and approved: 3,000 are lost. Then a ticket is found of 2,500 that left before the cut-off. The session still says 3,000, its line now 500, and the bay holds 97,000.':
      async () => {
        const recordId = await scene().farm.opening(scene().farm.bays[0], 100_000)
        const session = await openStocktake({ cutOffISO: '2026-08-12' })
        await session.count({ counted: 97_000, countedAtISO: '2026-08-12' })
        ok(await manager().post(`${base}/stocktakes/${session.id}/approve`, {}))
        expect((await got(`/records/${recordId}`)).yield).toMatchObject({ current: 97_000, loss: 3000 })
        ok(await leave(recordId, 2500, on('2026-08-07')))
        expect(await session.line()).toMatchObject({ variance: -3000, varianceNow: -500 })
        expect((await got(`/records/${recordId}`)).yield).toMatchObject({ current: 97_000, loss: 500 })
      },
  }
}

/** The examples of docs/rules.md §14, word for word, and how each is done. */
export function periodExamples(scene: Scene): Examples {
  const { got, leave } = asked(scene)

  return {
    '100,000 kg lie there, and 20,000 leave on 5 August. The book is closed up to 10 August. A ticket of 1,000 kg of 5 August is refused; one of 12 August is taken, and the position of 10 August stays at 80,000.':
      async () => {
        const id = await scene().farm.opening(scene().farm.bays[0], 100_000)
        ok(await leave(id, 20_000, on('2026-08-05')))
        ok(await scene().farm.organisation.as('admin').post(`${base}/periods`, { upTo: '2026-08-10' }))
        expect((await leave(id, 1000, on('2026-08-05'))).body.code).toBe('period_closed')
        ok(await leave(id, 1000, on('2026-08-12')))
        expect((await got('/position?at=2026-08-10')).totals.owned).toBe(80_000)
      },

    'The book is closed up to 10 August. A load of 1,000 kg that left on 5 August is entered on 11 August, as of 5 August: the close of 10 August stays, that of 11 August is 1,000 kg less, and the statement up to 13 August has one load, 1,000 kg out, of earlier periods.':
      async () => {
        const id = await scene().farm.opening(scene().farm.bays[0], 100_000)
        const close = async (upTo: string) =>
          ok(await scene().farm.organisation.as('admin').post(`${base}/periods`, { upTo })).ids[0]
        await close('2026-08-10')
        ok(await leave(id, 1000, { ...on('2026-08-11'), happenedAtISO: '2026-08-05' }))
        expect((await got('/position?at=2026-08-10')).totals.owned).toBe(100_000)
        expect((await got('/position?at=2026-08-11')).totals.owned).toBe(99_000)
        const { earlier } = await got(`/periods/${await close('2026-08-13')}`)
        expect(earlier).toMatchObject({ loads: 1, wentOut: 1000 })
      },

    "100,000 kg of one's own lie there on 1 August and 20,000 leave on the 5th: that day has opening 100,000, out 20,000, closing 80,000, and the 6th opens with 80,000.":
      async () => {
        const id = await scene().farm.opening(scene().farm.bays[0], 100_000)
        ok(await leave(id, 20_000, on('2026-08-05')))
        const [{ days }] = (await got('/register?from=2026-08-05&to=2026-08-06')).commodities
        expect(days).toMatchObject([{ opening: 100_000, out: 20_000, closing: 80_000 }, { opening: 80_000 }])
      },
  }
}
