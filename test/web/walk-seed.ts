import type { ServedConsole } from './service.ts'
import type { Office } from './walk-german.ts'

// What lies there before a walk of a task, for it alone.

/** An empty store with two bays, which no other walk uses. */
export async function makeBays({ served, mark }: Pick<Office, 'served' | 'mark'>, name: string) {
  const bays = [1, 2].map((n) => `${name} ${mark} ${n}`) as [string, string]
  const store = await served.ask('POST', '/api/inventory/storage', {
    name: `${name} ${mark}`,
    type: 'store',
    location: null,
    substorage: bays.map((bay) => ({ name: bay })),
  })
  const places: { storageId: string; substorageId: number }[] = store.substorage.map(
    (bay: { id: number }) => ({
      storageId: store.id,
      substorageId: bay.id,
    }),
  )
  return { bays, places }
}

/** Own wheat that was in a bay before the books began. */
export async function lay({ ask }: ServedConsole, storage: object): Promise<void> {
  await ask('POST', '/api/inventory/records', {
    type: 'crop',
    harvestYear: '2026',
    owned: true,
    commodity: { id: 1, type: 101, grade: 1_010_101, variety: 'Skyfall' },
    storage: [storage],
    source: { type: 'existing', importDateUTC: '2026-08-01' },
  })
}
