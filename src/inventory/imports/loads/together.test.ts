import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type Answer, type Client, type TestApp } from '../../../../test/app.ts'
import { makeOrganisation } from '../../../../test/factories.ts'
import { ok } from '../../../../test/scene.ts'
import { fc } from '../../../../test/seed.ts'
import { verifyLedger } from '../../ledger/ledger.ts'
import { imported } from '../test-imports.ts'
import { create, movementsOf, type Row } from './test-loads.ts'

// Loads of a file are entered together, and come to the same as if each were sent in a file of its own, in the order of time.

/** How many sheets; `LOAD_SHEETS=500` looks further. */
const SHEETS = Number(process.env['LOAD_SHEETS'] ?? (process.env['TESTS'] === 'all' ? 10 : 5))

let service: TestApp
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

const header =
  'Date,Ticket,Net (kg),Field,Store,Bay,To store,To bay,Sender,Receiver,Owner,Commodity,Variety,Harvest year,Moisture (%),Driver'
const bays = ['Barn,Bay 1', 'Barn,Bay 2', 'Barn,Bay 3', 'Shed,Floor']

interface Load {
  /** Of August 2026. */
  day: number
  hour: number | undefined
  tonnes: number
  from: string
  to: string
  kind: string
  variety: string
  moisture: string
  /** The ticket of another load, which says all the same. */
  isTwice: boolean
}

const loadOf = (kind: fc.Arbitrary<string>): fc.Arbitrary<Load> =>
  fc.record({
    day: fc.integer({ min: 1, max: 5 }),
    hour: fc.constantFrom(undefined, 7, 7, 12, 16),
    tonnes: fc.integer({ min: 1, max: 30 }),
    from: fc.constantFrom(...bays),
    to: fc.constantFrom(...bays),
    kind,
    variety: fc.constantFrom('', 'Skyfall', 'Skyfall', 'Crusoe'),
    moisture: fc.constantFrom('', '14.2', '15', '16.25'),
    isTwice: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  })
const plain = loadOf(fc.constantFrom('intake', 'intake', 'harvest', 'internal', 'outbound'))
const load = loadOf(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant('intake') },
    { weight: 6, arbitrary: fc.constantFrom('harvest', 'internal', 'outbound') },
    {
      weight: 6,
      arbitrary: fc.constantFrom('other crop', 'other type', 'kept', 'direct', 'new sender', 'unknown bay'),
    },
  ),
)

const isTicketed = (index: number) => index % 4 !== 3

function rowOf({ day, hour, tonnes, from, to, kind, variety, moisture }: Load, index: number): string {
  const date = `2026-08-0${day}${hour === undefined ? '' : ` ${String(hour).padStart(2, '0')}:00`}`
  const wheat = `Winter wheat,${variety},2026,${moisture}`
  const rest: Record<string, string> = {
    intake: `,${to},,,Hill Farm,,,${wheat}`,
    'new sender': `,${to},,,Farm ${index},,,${wheat}`,
    kept: `,${to},,,,,Neighbour,${wheat}`,
    'other crop': `,${to},,,Hill Farm,,,Spring barley,,2026,${moisture}`,
    'other type': `,${to},,,Hill Farm,,,Spring wheat,,2026,${moisture}`,
    'unknown bay': `,Barn,Bay 9,,,Hill Farm,,,${wheat}`,
    harvest: `Top,${to},,,,,,,,,${moisture}`,
    internal: `,${from},${to},,,,,,,`,
    outbound: `,${from},,,,Mill,,,,,`,
    direct: `Top,,,,,,Mill,,,,,`,
  }
  return `${date},${isTicketed(index) ? `T${index}` : ''},${tonnes * 1000},${rest[kind]},Driver ${index}`
}

/** In what order the import stores rows: of one moment what comes in goes first, then what goes between bays. */
function inTime(loads: Load[]): { row: string; index: number }[] {
  const turn = ({ kind }: Load) => ({ internal: 1, outbound: 2 })[kind] ?? 0
  return loads
    .map((each, index) => ({ each, row: rowOf(each, index), index }))
    .toSorted(
      (a, b) =>
        a.each.day - b.each.day ||
        (a.each.hour ?? 0) - (b.each.hour ?? 0) ||
        turn(a.each) - turn(b.each) ||
        a.index - b.index,
    )
}

/** What a farm begins with: a bay with room for so many tonnes, and loads of days before and after those of the sheet. */
interface Beginning {
  capacity: string
  before: boolean
  after: boolean
  counted: boolean
}

async function newFarm({ capacity, before, after, counted }: Beginning): Promise<Client> {
  const manager = (await makeOrganisation(service, { name: 'Load Farm' })).as('manager')
  await imported(
    manager,
    'stores',
    `Store,Bay,Commodity,Capacity (t)\nBarn,Bay 1,Wheat,${capacity}\nBarn,Bay 2,,\nBarn,Bay 3,Barley,200\nShed,Floor,,\n`,
  )
  await imported(manager, 'fields', 'Field,Area (ha)\nTop,10\n')
  await imported(
    manager,
    'inventory/fields',
    'Field,Commodity,Variety,Harvest year,Planted\nTop,Winter wheat,Skyfall,2026,01/10/2025\n',
  )
  const intake = (day: number, bay: string) =>
    `2026-08-0${day},,20000,,${bay},,,Old Farm,,,Winter wheat,Skyfall,2026,15,`
  const rows = [
    ...(before ? [intake(1, 'Barn,Bay 1'), intake(1, 'Barn,Bay 2')] : []),
    ...(after ? [intake(3, 'Barn,Bay 2')] : []),
  ]
  if (rows.length > 0) await imported(manager, create, `${header}\n${rows.join('\n')}\n`)
  if (!counted) return manager
  const { docs } = ok(await manager.get('/api/inventory/records?limit=50'))
  const stock = docs
    .filter(({ storage }: Answer['body']) => storage.description.startsWith('Barn'))
    .slice(0, 1)
  const records = stock.map(({ id }: Answer['body']) => ({ id, adjustTo: 18_500 }))
  if (records.length > 0)
    ok(
      await manager.post('/api/inventory/records/adjustments', {
        records,
        reasonId: 1,
        countedAtISO: '2026-08-04T10:00',
      }),
    )
  return manager
}

/** What is told of a row, but for the numbers of what it made. */
function told({
  status,
  code,
  message,
  warnings,
  problems,
  understood,
  reference,
}: Row & { reference: string }) {
  return { status, code, message: message.map(withoutNumbers), warnings, problems, understood, reference }
}

function withoutNumbers(text: string): string {
  return text.replace(/movement \d+/g, 'movement …')
}

/** What lies in the bays, how it is described, what it is made of and what its timeline tells. */
async function standing(manager: Client) {
  const { docs } = ok(await manager.get('/api/inventory/records?limit=50'))
  const records = await Promise.all(
    docs.map(async ({ id }: { id: string }) => {
      const record = ok(await manager.get(`/api/inventory/records/${id}`))
      const { madeOf, weight } = ok(await manager.get(`/api/inventory/records/${id}/trace`))
      const { name, harvestYear, storage, commodity, yield: figures, owner, timeline, totals } = record
      return {
        where: storage.description,
        name,
        harvestYear,
        commodity,
        figures,
        owner: owner?.name,
        totals,
        weight,
        madeOf: madeOf
          .map(
            ({
              type,
              organisationName,
              fieldName,
              variety,
              weight: grams,
              share,
              movementDateUTC,
            }: Answer['body']) =>
              JSON.stringify([type, organisationName, fieldName, variety, grams, share, movementDateUTC]),
          )
          .sort(),
        timeline: timeline.map(({ type, details }: Answer['body']) =>
          withoutNumbers(`${type} ${details.statusMessage}`),
        ),
      }
    }),
  )
  return records.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

/** What every movement says, but for ids. */
async function movements(manager: Client) {
  return (await movementsOf(manager)).map((movement) =>
    JSON.parse(
      JSON.stringify(movement, (key, value) => (/^(uid|id|.*Ids?|.*ID|path)$/.test(key) ? undefined : value)),
    ),
  )
}

/** What listeners were told, in order: without ids. */
async function events(manager: Client): Promise<string[]> {
  const { organisationId } = ok(await manager.get('/api/identity/me'))
  const rows = await service.database.db
    .selectFrom('events')
    .select(['type', 'data'])
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .execute()
  return rows
    .filter(({ type }) => !type.startsWith('import.'))
    .map(({ type, data }) =>
      JSON.stringify([
        type,
        Object.entries(data as object).map(([key, value]) => [
          key,
          Array.isArray(value) ? value.length : value,
        ]),
      ]),
    )
}

test('a sheet comes to the same as its rows one by one', { timeout: 60_000 + SHEETS * 10_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      // Of plain loads alone, many are entered at once.
      fc.oneof(
        fc.array(plain, { minLength: 8, maxLength: 24, size: 'max' }),
        fc.array(load, { minLength: 2, maxLength: 24 }),
      ),
      fc.record({
        capacity: fc.constantFrom('40', '5000', '5000'),
        before: fc.boolean(),
        after: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
        counted: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
      }),
      async (loads, beginning) => {
        const [together, singly] = [await newFarm(beginning), await newFarm(beginning)]
        const rows = inTime(loads).flatMap(({ row, index }) =>
          loads[index]?.isTwice && isTicketed(index)
            ? [
                { row, index },
                { row, index },
              ]
            : [{ row, index }],
        )
        // A sheet has them in any order.
        const sheet = rows.toSorted((a, b) => a.index - b.index)
        const { results } = await imported(
          together,
          create,
          `${header}\n${sheet.map(({ row }) => row).join('\n')}\n`,
        )
        const ofRow = Map.groupBy(
          sheet.map(({ index }, place) => ({ index, result: results[place] })),
          ({ index }) => index,
        )
        for (const { row, index } of rows) {
          const alone = await imported(singly, create, `${header}\n${row}\n`)
          const its = ofRow.get(index)?.shift()
          expect(told(its?.result), row).toEqual(told(alone.results[0]))
        }
        expect(await movements(together)).toEqual(await movements(singly))
        expect(await standing(together)).toEqual(await standing(singly))
        expect(await events(together)).toEqual(await events(singly))
      },
    ),
    // Farms are made anew for each sheet: to make it smaller would take minutes.
    { numRuns: SHEETS, endOnFailure: true },
  )
  expect(await Array.fromAsync(verifyLedger(service.database.db))).toEqual([])
})
