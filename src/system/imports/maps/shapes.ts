import type { Wording } from '../../../words/writing.ts'
import { message, type Message } from '../../../words/catalogue.ts'
import { ANYBODY, render } from '../../../words/render.ts'
/** Contents of a map, whatever format it was written in. */

/** Something on a map, with what is said of it. */
export interface MapShape {
  properties: Map<string, string>
  /** Polygons as rings of positions in degrees, each with its outer ring first. */
  polygons: number[][][][]
  /** Kind of the shape besides polygons, in GeoJSON's words: `Point`. Empty where it is nothing else. */
  other: string
  /** Why its outline cannot be read. */
  reason?: Wording
}

/** A map that was opened: all names of properties are known before the first shape is read. */
export interface OpenedMap {
  names: string[]
  shapes: Iterable<MapShape>
}

/** Why a map is not read. */
export class UnreadableMap extends Error {
  readonly said: Message

  constructor(said: Message) {
    super(render(said, ANYBODY))
    this.said = said
  }
}

const MOST_NAMES = 400
/** As much of a property as is looked at: the longest name of a field is half of it. */
const MOST_CHARACTERS = 1000

/** The names of the properties of shapes, in the order in which they come. */
export function shapeNamesOf(shapes: Iterable<Pick<MapShape, 'properties'>>): string[] {
  const names = new Set<string>()
  for (const { properties } of shapes) {
    for (const name of properties.keys()) names.add(name)
    if (names.size > MOST_NAMES)
      throw new UnreadableMap(message('mapHasTooManyProperties', { limit: MOST_NAMES }))
  }
  return [...names]
}

/** A property as a cell of a table has it. */
export function propertyText(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.slice(0, MOST_CHARACTERS)
}
