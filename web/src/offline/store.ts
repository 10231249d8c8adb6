import type { IDBPDatabase } from 'idb'
import { followed } from '../api/followed.ts'
import { openDatabase, type Shape } from './open-database.ts'

/** Problem with the data that this device stores; undefined if there is none. */
export const storeTrouble = followed<'newer' | 'older' | 'refuses' | undefined>(undefined)

/** The database of this device. Where it cannot be opened, whoever asks of it gets the reason. */
export const database: Promise<IDBPDatabase<Shape>> = openDatabase(() => storeTrouble.set('newer'))
database.catch((error: unknown) => {
  const isNewer = error instanceof DOMException && error.name === 'VersionError'
  storeTrouble.set(isNewer ? 'older' : 'refuses')
})
