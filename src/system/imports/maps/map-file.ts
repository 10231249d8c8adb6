import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { noTable } from '../file-formats.ts'
import { readInThread } from '../in-thread.ts'
import { message } from '../../../words/catalogue.ts'
import type { Language } from '../../../words/languages.ts'
import type { MapAnswer, MapTask } from './map-worker.ts'

const THREAD = new URL('./map-worker.ts', import.meta.url)
const MOST_BYTES = 150_000_000
const TOO_MUCH = message('mapIsTooLarge', {})

/**
 * Writes a map (GeoJSON, KML, KMZ or zipped shapefiles) as a CSV file beside it, for whoever calls to remove, in a thread with limits of its
 * own: a row for each shape, its outline in the first column, which is called by `title`.
 *
 * @returns the path of the CSV file
 * @throws Refusal `unsupported_media_type` for what is no map, is damaged, too large or in a projection that is not known
 */
export async function writeMapAsCsv(
  path: string,
  title: string,
  { organisationId, language }: { organisationId: string; language: Language },
): Promise<string> {
  const target = `${path}-${randomUUID()}`
  const task: MapTask = { path, target, title, mostBytes: MOST_BYTES, language }
  try {
    const { refusal } = await readInThread<MapAnswer>({
      thread: THREAD,
      task,
      organisationId,
      tooMuch: TOO_MUCH,
    })
    if (refusal !== undefined) throw noTable(refusal)
    return target
  } catch (error) {
    await rm(target, { force: true })
    throw error
  }
}
