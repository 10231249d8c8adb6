import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { boundaryOf } from '../../../kernel/boundary-rules.ts'
import { CsvWriter } from '../csv-writer.ts'
import { readerOf, render } from '../../../words/render.ts'
import { message, type Message } from '../../../words/catalogue.ts'
import type { Language } from '../../../words/languages.ts'
import { openMap } from './open-map.ts'
import { UnreadableMap, type OpenedMap, type MapShape } from './shapes.ts'

// A thread of its own, which turns a map into a CSV file: a row for each of its shapes, with the outline in the first column and what is said
// of the shape in the others. Whatever a map is made to do, it takes the memory and the time of this thread and no more.

export interface MapTask {
  path: string
  /** Path of the CSV file to write. */
  target: string
  /** Title of the column of outlines. */
  title: string
  mostBytes: number
  /** Of who reads why a shape has no outline that is kept. */
  language: Language
}

export interface MapAnswer {
  /** Why it cannot be read. */
  refusal?: Message
}

function writeMap({ path, target, title, mostBytes, language }: MapTask): void {
  const map = openMap(readFileSync(path), mostBytes)
  const writer = new CsvWriter(target)
  try {
    writeShapes(map, writer, { title, language })
  } finally {
    writer.close()
  }
}

function writeShapes(
  { names, shapes }: OpenedMap,
  writer: CsvWriter,
  { title, language }: Pick<MapTask, 'title' | 'language'>,
): void {
  // A property that is called like the outline is not taken for it.
  const header = names.map((name) =>
    name.trim().toLowerCase() === title.toLowerCase() ? `${name} property` : name,
  )
  writer.line([title, ...header])
  for (const shape of shapes)
    writer.line([outlineText(shape, language), ...names.map((name) => shape.properties.get(name) ?? '')])
}

/** The outline as GeoJSON; what the shape is where it has none; or why it cannot be kept. */
function outlineText({ polygons, other, reason }: MapShape, language: Language): string {
  if (reason !== undefined) return render(reason, readerOf(language))
  if (polygons.length === 0) return other
  const boundary = boundaryOf(polygons)
  return 'reason' in boundary ? render(boundary.reason, readerOf(language)) : JSON.stringify(boundary)
}

function run(): MapAnswer {
  try {
    writeMap(workerData as MapTask)
    return {}
  } catch (error) {
    return { refusal: error instanceof UnreadableMap ? error.said : message('mapIsDamaged', {}) }
  }
}

parentPort?.postMessage(run())
