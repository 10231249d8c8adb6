import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { render } from '../../../words/render.ts'
import { boundaryOf } from '../../../kernel/boundary-rules.ts'
import { CsvWriter } from '../csv-writer.ts'
import { render } from '../../../words/render.ts'
import { openMap } from './open-map.ts'
import { UnreadableMap, type OpenedMap, type Shape } from './shapes.ts'

// A thread of its own, which turns a map into a CSV file: a row for each of its shapes, with the outline in the first column and what is said
// of the shape in the others. Whatever a map is made to do, it takes the memory and the time of this thread and no more.

export interface MapTask {
  path: string
  /** Where the CSV file goes. */
  target: string
  /** What the column of outlines is called. */
  title: string
  mostBytes: number
}

export interface MapAnswer {
  /** Why it cannot be read, for people. */
  refusal?: string
}

function writeMap({ path, target, title, mostBytes }: MapTask): void {
  const map = openMap(readFileSync(path), mostBytes)
  const writer = new CsvWriter(target)
  try {
    writeShapes(map, title, writer)
  } finally {
    writer.close()
  }
}

function writeShapes({ names, shapes }: OpenedMap, title: string, writer: CsvWriter): void {
  // A property that is called like the outline is not taken for it.
  const header = names.map((name) =>
    name.trim().toLowerCase() === title.toLowerCase() ? `${name} property` : name,
  )
  writer.line([title, ...header])
  for (const shape of shapes)
    writer.line([outlineText(shape), ...names.map((name) => shape.properties.get(name) ?? '')])
}

/** The outline as GeoJSON; what the shape is where it has none; or why it cannot be kept. */
function outlineText({ polygons, other, reason }: Shape): string {
  if (reason !== undefined) return render(reason, 'en')
  if (polygons.length === 0) return other
  const boundary = boundaryOf(polygons)
  return 'reason' in boundary ? render(boundary.reason, 'en') : JSON.stringify(boundary)
}

function run(): MapAnswer {
  try {
    writeMap(workerData as MapTask)
    return {}
  } catch (error) {
    if (error instanceof UnreadableMap) return { refusal: error.message }
    return { refusal: 'The map cannot be read: it is damaged. Save it anew as GeoJSON, and send that.' }
  }
}

parentPort?.postMessage(run())
