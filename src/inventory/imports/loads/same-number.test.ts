import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestApp, type Answer, type Client, type TestApp } from '../../../../test/app.ts'
import { verifyLedger } from '../../ledger/ledger.ts'
import { imported } from '../test-imports.ts'
import { create, makeLoadFarm, movementsOf, told } from './test-loads.ts'

// Numbers of tickets: one reading of them, and when two rows with one number are one load (rules.md §4).

let service: TestApp
beforeAll(async () => {
  service = await shareTestApp()
  service.clock.set('2027-12-01T09:00:00Z')
})
afterAll(async () => {
  expect(await Array.fromAsync(verifyLedger(service.database.db))).toEqual([])
  await service.close()
})

const header = 'Date,Ticket,Net (kg),Store,Bay,Sender,Receiver,Commodity,Harvest year,Lorry\n'
const came = (day: string, ticket: string, kilograms: number, lorry: string, year = '2025') =>
  `${day},${ticket},${kilograms},Barn,Bay 1,Hill Farm,,Winter wheat,${year},${lorry}\n`
const left = (day: string, ticket: string, kilograms: number, lorry: string, receiver = 'Mill') =>
  `${day},${ticket},${kilograms},Barn,Bay 1,,${receiver},,,${lorry}\n`

const weights = async (client: Client) =>
  (await movementsOf(client)).map(({ driver, movementDateISO: at, inventory }: Answer['body']) =>
    [at.slice(0, 10), driver.loadReference, inventory.commodity.weight.weight].join(' '),
  )

describe('a number that comes round again', () => {
  test.each(['', '&update=true'])(
    'is another load where date, lorry and weight are others (%s)',
    async (more) => {
      const { manager } = await makeLoadFarm(service)
      await imported(manager, create, header + came('2025-10-10T10:00', '1', 26_000, 'AB12CDE'))
      const january = header + came('2026-01-12T10:00', '1', 28_460, 'CD34EFG')
      const second = await imported(manager, create + more, january)
      expect(second).toMatchObject({ success: 1, changed: 0, errors: 0, sameNumbers: 0 })
      expect(second.results[0].warnings).toEqual([])
      expect(await weights(manager)).toEqual(['2025-10-10 1 26000', '2026-01-12 1 28460'])
      expect(await imported(manager, create + more, january)).toMatchObject({ unchanged: 1, success: 0 })
    },
  )

  test.each(['', '&update=true'])(
    'is another load that leaves, for the same buyer or another (%s)',
    async (more) => {
      const { manager } = await makeLoadFarm(service)
      await imported(manager, create, header + came('2025-08-01', '77', 200_000, 'ZZ1'))
      await imported(manager, create, header + left('2025-10-10T10:00', '1', 26_000, 'AB12CDE'))
      const file =
        header +
        left('2026-01-12T10:00', '1', 28_460, 'CD34EFG') +
        left('2027-01-12T10:00', '1', 20_000, 'EF56GHI', 'Port')
      expect(await imported(manager, create + more, file)).toMatchObject({
        success: 2,
        changed: 0,
        errors: 0,
      })
      expect((await weights(manager)).slice(1)).toEqual([
        '2025-10-10 1 26000',
        '2026-01-12 1 28460',
        '2027-01-12 1 20000',
      ])
    },
  )

  test('of another harvest is another load without a word, whatever the lorry', async () => {
    const { manager } = await makeLoadFarm(service)
    const season = (year: number) =>
      header +
      Array.from({ length: 20 }, (_, index) =>
        came(
          `${year}-08-${String(index + 1).padStart(2, '0')}`,
          String(index + 1),
          20_000 + index * 20,
          'TR1',
          `${year}`,
        ),
      ).join('')
    await imported(manager, create, season(2025))
    const shed = season(2026).replaceAll('Bay 1', 'Bay 2')
    const second = await imported(manager, `${create}&update=true`, shed)
    expect(second).toMatchObject({ success: 20, changed: 0, errors: 0, sameNumbers: 0 })
    expect(await imported(manager, create, shed)).toMatchObject({ success: 0, unchanged: 20 })
    expect((await movementsOf(manager)).length).toBe(40)
  })

  test('is asked about once where nothing tells: new loads, or corrections', async () => {
    const { manager } = await makeLoadFarm(service)
    const rows = (month: string, grams: number) =>
      Array.from({ length: 5 }, (_, index) =>
        came(`2026-${month}-0${index + 1}`, `${index + 1}`, grams + index, ''),
      ).join('')
    await imported(manager, create, header + rows('01', 20_000))
    const file = header + rows('05', 25_000)
    const asked = await imported(manager, `${create}&dryRun=true&update=true`, file)
    expect(asked).toMatchObject({ success: 0, errors: 5, sameNumbers: 5 })
    expect(told(asked)[0]).toBe('2 already_exists')
    expect(asked.results[0].message[0]).toMatch(
      /^A load of 1 Jan 2026 has this number: movement \d+, 20,000 kg\. It may be that load or another\. Send the file with sameNumber=new/,
    )
    expect((await movementsOf(manager)).length).toBe(5)
    expect(await imported(manager, `${create}&dryRun=true&sameNumber=update`, file)).toMatchObject({
      changed: 5,
    })
    const fresh = await imported(manager, `${create}&sameNumber=new`, file)
    expect(fresh).toMatchObject({ success: 5, changed: 0, sameNumbers: 0 })
    expect((await movementsOf(manager)).length).toBe(10)
    expect(await imported(manager, create, file)).toMatchObject({ unchanged: 5, sameNumbers: 0 })
  })

  test('within one file is two loads, and one that contradicts itself is refused', async () => {
    const { manager } = await makeLoadFarm(service)
    const file =
      header +
      came('2025-08-01', '1', 20_000, 'AB12CDE') +
      came('2026-08-02', '1', 24_000, 'CD34EFG', '2025') +
      came('2025-08-01', '2', 20_000, 'AB12CDE') +
      came('2025-08-01', '2', 21_000, 'AB12CDE')
    expect(told(await imported(manager, create, file)).map((each) => each.slice(0, 16))).toEqual([
      '2 success intake',
      '3 success intake',
      '4 already_exists',
      '5 already_exists',
    ])
  })

  test('each day anew is asked about, and is as many loads', async () => {
    const { manager } = await makeLoadFarm(service)
    const file =
      header +
      came('2025-08-01', '1', 20_000, '') +
      came('2025-08-02', '1', 21_000, '') +
      came('2025-08-03', '1', 22_000, '')
    const asked = await imported(manager, create, file)
    expect(asked).toMatchObject({ errors: 3, sameNumbers: 3 })
    expect(asked.results[0].message[0]).toContain(
      'If they are other loads, send the file with sameNumber=new.',
    )
    expect(await imported(manager, `${create}&sameNumber=new`, file)).toMatchObject({ success: 3 })
    expect(await imported(manager, `${create}&sameNumber=new`, file)).toMatchObject({ unchanged: 3 })
  })
})

test('a number is read in one way, however it is written', async () => {
  const { manager } = await makeLoadFarm(service)
  const row = (ticket: string) => came('2025-08-01', ticket, 20_000, 'AB12CDE')
  await imported(manager, create, header + row('1'))
  for (const ticket of ['1.0', '0001', 'No. 1', '1 ', 'Nr. 1', 'N° 1'])
    expect(await imported(manager, create, header + row(ticket)), ticket).toMatchObject({
      success: 0,
      unchanged: 1,
    })
  const all = await imported(manager, create, header + row('2') + row('2.0') + row('0002'))
  expect(all).toMatchObject({ success: 1, unchanged: 2, errors: 0 })
  const { body } = await manager.get('/api/inventory/movements?query=No.%200001')
  expect(body.docs.map((each: Answer['body']) => each.driver.loadReference)).toEqual(['1'])
  // A dash is no number: such rows are known by all that they say.
  const dashed = header + came('2025-08-02', '-', 20_000, '') + came('2025-08-03', '-', 20_000, '')
  expect(await imported(manager, create, dashed)).toMatchObject({ success: 2 })
  expect(await imported(manager, create, dashed)).toMatchObject({ unchanged: 2 })
})

/** A load as a yard has it: of a season, with a number that begins at 1 in each. */
interface YardLoad {
  season: number
  number: number
  day: number
  kilograms: number
  lorry: number
}

test('a scale that begins again each season, in any order of files and with corrections, loses and doubles nothing', async () => {
  const seasons = [2024, 2025, 2026]
  const season = fc.array(
    fc.record({ day: fc.nat(60), kilograms: fc.integer({ min: 500, max: 1400 }), lorry: fc.nat(3) }),
    { minLength: 1, maxLength: 6 },
  )
  const writings = [
    (n: number) => String(n),
    (n: number) => `000${n}`,
    (n: number) => `No. ${n}`,
    (n: number) => `${n}.0`,
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(season, season, season),
      fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8], { minLength: 9 }),
      fc.array(fc.record({ which: fc.nat(), what: fc.constantFrom('day', 'kilograms', 'lorry') }), {
        maxLength: 4,
      }),
      fc.nat(3),
      async (drawn, order, corrections, writing) => {
        const { manager } = await makeLoadFarm(service)
        const yard = drawn.flatMap((of, index): YardLoad[] =>
          of.map((each, at) => ({
            ...each,
            season: seasons[index] ?? 0,
            number: at + 1,
            kilograms: each.kilograms * 20,
          })),
        )
        const row = ({ season: year, number, day, kilograms, lorry }: YardLoad, write = writings[0]) => {
          const date = new Date(Date.UTC(year, 6, 1 + day, 10)).toISOString().slice(0, 10)
          return came(date, write?.(number) ?? '', kilograms, `TR${lorry}`, `${year}`)
        }
        const file = (of: YardLoad[], write?: (n: number) => string) =>
          header.concat(...of.map((each) => row(each, write))).replaceAll('Barn,Bay 1', 'Shed,Floor')
        const inBays = (text: string) =>
          text.replaceAll(
            /^(.*)Shed,Floor(.*),(\d{4}),/gm,
            (_all, before: string, after: string, year: string) =>
              `${before}${year === '2024' ? 'Barn,Bay 1' : year === '2025' ? 'Barn,Bay 2' : 'Barn,Bay 3'}${after},${year},`,
          )
        await imported(manager, 'stores', 'Store,Bay\nBarn,Bay 3\n')
        // Each season in three files that overlap, in any order, later ones written otherwise.
        const parts = seasons.flatMap((year) => {
          const its = yard.filter((each) => each.season === year)
          return [its.slice(0, 4), its.slice(2), its]
        })
        for (const [turn, part] of order.entries()) {
          const of = parts[part] ?? []
          if (of.length === 0) continue
          const result = await imported(
            manager,
            `${create}&update=true`,
            inBays(file(of, writings[turn % 2 === 0 ? 0 : writing])),
          )
          expect(result).toMatchObject({ errors: 0, changed: 0, sameNumbers: 0 })
        }
        // One thing of a load is put right: of a date, the lorry and the weight stay as they are.
        const put = new Set<YardLoad>()
        for (const { which, what } of corrections) {
          const load = yard[which % yard.length]
          if (!load || put.has(load)) continue
          put.add(load)
          load[what as 'day'] += what === 'kilograms' ? 7 : 1
          const done = await imported(manager, `${create}&update=true`, inBays(file([load])))
          expect(done).toMatchObject({ success: 1, changed: 1, errors: 0 })
        }
        const expected = yard.map(({ season: year, number, day, kilograms, lorry }) =>
          [
            new Date(Date.UTC(year, 6, 1 + day, 10)).toISOString().slice(0, 10),
            number,
            kilograms,
            `TR${lorry}`,
          ].join(' '),
        )
        const found = (await movementsOf(manager)).map(
          ({ movementDateISO: at, driver, inventory }: Answer['body']) =>
            [
              new Date(Date.parse(at) + 3 * 3_600_000).toISOString().slice(0, 10),
              Number(driver.loadReference.replaceAll(/[^\d.]|\.(?!0)/g, '')),
              inventory.commodity.weight.weight,
              driver.vehicleRegistration,
            ].join(' '),
        )
        expect(found.sort()).toEqual(expected.sort())
      },
    ),
    { numRuns: 12 },
  )
})
