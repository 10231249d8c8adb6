import { nameOf, standingAt, type Books, type Standing } from './books.ts'
import type { Farm } from './farm.ts'
import { grams, type Service } from './service.ts'
import type { Bay } from './steps.ts'

/** What the service says lay where at a moment. */
export interface Position {
  standing: Standing
  /** The record of each parcel. */
  recordIds: Map<string, string>
  /** Grams that the farm owns, and keeps for others. */
  ownedGrams: number
  storedGrams: number
}

interface Answer {
  lines: {
    storageId: string
    substorageId: number
    harvestYear: string
    recordId: string
    owned: boolean
    weight: number
  }[]
}

/** Now, where no moment is given. */
export async function askPosition(service: Service, farm: Farm, at?: string): Promise<Position> {
  const bayOf = new Map<string, Bay>(
    [...farm.bays].map(([bay, place]) => [`${place.storageId} ${place.substorageId}`, bay]),
  )
  const { lines } = await service.get<Answer>(at === undefined ? 'position' : `position?at=${at}`)
  const position: Position = { standing: new Map(), recordIds: new Map(), ownedGrams: 0, storedGrams: 0 }
  for (const { storageId, substorageId, harvestYear, recordId, owned, weight } of lines) {
    const bay = bayOf.get(`${storageId} ${substorageId}`)
    // The organisation may have other stores than this farm's.
    if (!bay) continue
    const name = nameOf({ bay, year: Number(harvestYear) })
    position.standing.set(name, (position.standing.get(name) ?? 0) + grams(weight))
    position.recordIds.set(name, recordId)
    position[owned ? 'ownedGrams' : 'storedGrams'] += grams(weight)
  }
  return position
}

/** Every difference between what the service says of a moment and what the books say, in sentences. */
export function compareWithBooks(
  books: Books,
  at: string,
  { standing, ownedGrams, storedGrams }: Position,
): string[] {
  const expected = standingAt(books, at)
  const names = [...new Set([...expected.keys(), ...standing.keys()])].sort()
  const kept = sumWhere(expected, (name) => name.startsWith('Kept'))
  const figures: [name: string, expected: number, found: number][] = [
    ...names.map((name): [string, number, number] => [
      name,
      expected.get(name) ?? 0,
      standing.get(name) ?? 0,
    ]),
    ['kept for others', kept, storedGrams],
    ['our own', sumWhere(expected) - kept, ownedGrams],
  ]
  return figures
    .filter(([, wanted, found]) => wanted !== found)
    .map(([name, wanted, found]) => `at ${at}, ${name}: ${found} g, and by the file ${wanted} g`)
}

export function sumWhere(standing: Standing, isWanted: (name: string) => boolean = () => true): number {
  return [...standing].reduce((sum, [name, each]) => (isWanted(name) ? sum + each : sum), 0)
}
