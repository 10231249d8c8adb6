import type { ServedConsole } from './service.ts'
import { figure, type Office } from './walk-language.ts'

// What lies there before a walk of a task, for it alone.

interface Place {
  storageId: string
  substorageId: number
}

/** An empty store with two bays, which no other walk uses. */
export async function makeBays({ served, mark }: Pick<Office, 'served' | 'mark'>, name: string) {
  const bays = [1, 2].map((n) => `${name} ${mark} ${n}`) as [string, string]
  const store = await served.ask('POST', '/api/inventory/storage', {
    name: `${name} ${mark}`,
    type: 'store',
    location: null,
    substorage: bays.map((bay) => ({ name: bay })),
  })
  const placeOf = ({ id }: { id: number }): Place => ({ storageId: store.id, substorageId: id })
  const [first, second] = store.substorage
  const places: [Place, Place] = [placeOf(first), placeOf(second)]
  return { bays, places }
}

/** Own wheat that was in a bay before the books began; answers its record. */
export async function lay({ ask }: ServedConsole, storage: object): Promise<string> {
  const { id } = await ask('POST', '/api/inventory/records', {
    type: 'crop',
    harvestYear: '2026',
    owned: true,
    commodity: { id: 1, type: 101, grade: 1_010_101, variety: 'Skyfall' },
    storage: [storage],
    source: { type: 'existing', importDateUTC: '2026-08-01' },
  })
  return id
}

/** How much lies in a bay by the book. */
export async function weightIn({ ask }: ServedConsole, bay: { substorageId: number }): Promise<number> {
  const { lines }: { lines: { substorageId: number; weight: number }[] } = await ask(
    'GET',
    '/api/inventory/position',
  )
  return lines
    .filter(({ substorageId }) => substorageId === bay.substorageId)
    .reduce((all, { weight }) => all + weight, 0)
}

/** Tonnes as the page writes them. */
export const tonnes = (kilograms: number, digits: number) => figure(kilograms / 1000, digits)
