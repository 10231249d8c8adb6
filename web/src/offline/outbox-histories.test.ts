import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { deleteDB } from 'idb'
import { inject, test } from 'vitest'
import { openDatabase } from './open-database.ts'
import { outboxStoreOf } from './outbox-database.ts'
import { memoryOutboxStore, type OutboxStore } from './outbox-store.ts'
import { Day } from './test-day.ts'
import { tap, type Tap } from './test-taps.ts'

// Random days at a weighbridge: whatever is tapped, killed, cut off, refused or set wrong, every ticket that somebody typed is in the book
// once, or stands on its device, waiting or red, with all that was typed.

const day = fc.array(tap, { minLength: 5, maxLength: 30 })

async function live(taps: Tap[], shelves: [OutboxStore, OutboxStore]): Promise<void> {
  const lived = new Day(shelves)
  for (const each of taps) await lived.tap(each)
  await lived.recover()
  await lived.check()
}

const HISTORIES = Number(process.env['OUTBOX_HISTORIES'] ?? 5000)
const limits = { seed: inject('seed'), interruptAfterTimeLimit: 200_000, markInterruptAsFailure: true }

test('in memory, every ticket is in the book once or stands on its device', async () => {
  const property = fc.asyncProperty(day, (taps) => live(taps, [memoryOutboxStore(), memoryOutboxStore()]))
  await fc.assert(property, { ...limits, numRuns: HISTORIES })
})

test('in a database, too', async () => {
  let count = 0
  const property = fc.asyncProperty(day, async (taps) => {
    const names = [`bridge-${++count}`, `phone-${count}`] as const
    const opened = names.map((name) => openDatabase(() => undefined, name))
    const [bridge, phone] = opened
    if (!bridge || !phone) throw new Error('no database')
    await live(taps, [outboxStoreOf(bridge), outboxStoreOf(phone)])
    for (const each of opened) (await each).close()
    await Promise.all(names.map((name) => deleteDB(name)))
  })
  await fc.assert(property, { ...limits, numRuns: Math.ceil(HISTORIES / 50) })
})
