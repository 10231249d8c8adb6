import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type Answer, type TestApp } from '../../../../test/app.ts'
import { ok } from '../../../../test/scene.ts'
import { fc } from '../../../../test/seed.ts'
import { historyCount } from '../../../../test/history-count.ts'
import { verifyLedger } from '../../ledger/ledger.ts'
import { imported } from '../test-imports.ts'
import { create, makeLoadFarm, movementsOf, type Row } from './test-loads.ts'

let service: TestApp
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

const bays = ['Barn,Bay 1', 'Barn,Bay 2', 'Shed,Floor']
const header = 'Date,Ticket,Net (kg),Field,Store,Bay,To store,To bay,Sender,Receiver,Commodity,Harvest year'
const bay = fc.constantFrom(...bays)
const row = fc
  .record({
    day: fc.integer({ min: 1, max: 13 }),
    ticket: fc.constantFrom('', 'A', 'B', 'C', 'D', 'E', 'F'),
    tonnes: fc.integer({ min: 1, max: 30 }),
    from: bay,
    to: bay,
    kind: fc.constantFrom('intake', 'other crop', 'harvest', 'internal', 'outbound', 'direct'),
  })
  .map(({ day, ticket, tonnes, from, to, kind }) => {
    const common = `2026-08-${String(day).padStart(2, '0')},${ticket},${tonnes * 1000}`
    const rest = {
      intake: `,${to},,,Hill Farm,,Winter wheat,2026`,
      'other crop': `,${to},,,Hill Farm,,Spring barley,2026`,
      harvest: `Top,${to},,,,,,`,
      internal: `,${from},${to},,,,`,
      outbound: `,${from},,,,Mill,,`,
      direct: `Top,,,,,,Mill,,`,
    }[kind]
    return `${common},${rest}`
  })

/** Kilograms by kind of load, of movements that are stored. */
function sumsOf(movements: Answer['body'][]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { type, inventory } of movements) {
    const isOff = type === 'internal' && inventory.storage.source.type === 'field'
    const kind = isOff ? 'harvest_load' : type
    sums[kind] = (sums[kind] ?? 0) + inventory.commodity.weight.weight
  }
  return sums
}

test(
  'whatever a file has, what is stored is what its preview says, and nothing comes twice',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
        const { manager } = await makeLoadFarm(service)
        const file = `${header}\n${rows.join('\n')}\n`
        const preview = await imported(manager, `${create}&dryRun=true`, file)
        expect(await movementsOf(manager)).toEqual([])
        const done = await imported(manager, create, file)
        const shown = ({ results, importId: _id, errorsUrl: _url, ...rest }: Answer['body']) => ({
          ...rest,
          results: results.map(({ id: _own, ...each }: Row) => each),
        })
        expect(shown(done)).toEqual(shown(preview))
        const stored = await movementsOf(manager)
        expect(stored.length).toBe(done.success)
        // Rows that are unchanged repeat a ticket of the file, and are in its sums as well.
        const entered: Record<string, number> = {}
        for (const { status, understood } of done.results as Row[])
          if (status === 'success')
            entered[String(understood['movement'])] =
              (entered[String(understood['movement'])] ?? 0) + Number(understood['weightKilograms'])
        expect(sumsOf(stored)).toEqual(entered)
        const again = await imported(manager, create, file)
        expect(again.success).toBe(0)
        ok(await manager.delete(`/api/inventory/imports/${done.importId}`))
        expect(await movementsOf(manager)).toEqual([])
        expect(await Array.fromAsync(verifyLedger(service.database.db))).toEqual([])
      }),
      { numRuns: historyCount(0.1) },
    )
  },
)
