import sax from 'sax'
import { shapeNamesOf, propertyText, UnreadableMap, type OpenedMap, type MapShape } from './shapes.ts'
import { message } from '../../../words/catalogue.ts'

const MOST_DEPTH = 100
const OTHERS = new Set(['Point', 'LineString', 'LinearRing', 'Track', 'Model'])

/**
 * Reads the placemarks of a KML file (OGC 07-147r2), with their own names and extended data, and the folder that each is in. Nothing that it
 * refers to is fetched, and a file with a document type is not read, for that may define texts that grow without end.
 *
 * @throws UnreadableMap
 */
export function readKml(text: string): OpenedMap {
  const reader = new KmlReader()
  const parser = sax.parser(true, { position: false })
  parser.onopentag = ({ name, attributes }) => reader.open(plain(name), attributes)
  parser.onclosetag = (name) => reader.close(plain(name))
  parser.ontext = (piece) => reader.text(piece)
  parser.oncdata = (piece) => reader.text(piece)
  parser.ondoctype = () => {
    throw new UnreadableMap(message('kmlHasDocumentType', {}))
  }
  parser.onerror = () => {
    throw new UnreadableMap(message('kmlIsDamaged', {}))
  }
  parser.write(text).close()
  if (!reader.isKml) throw new UnreadableMap(message('xmlIsNoMap', {}))
  if (reader.shapes.length === 0 && reader.hasLink) throw new UnreadableMap(message('mapIsLink', {}))
  return { names: shapeNamesOf(reader.shapes), shapes: reader.shapes }
}

/** A name without its namespace. */
function plain(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

class KmlReader {
  readonly shapes: MapShape[] = []
  isKml = false
  hasLink = false
  #path: string[] = []
  #folders: string[] = []
  #shape: MapShape | undefined
  #property = ''
  #text = ''

  open(name: string, attributes: Record<string, unknown>): void {
    this.#path.push(name)
    if (this.#path.length > MOST_DEPTH) throw new UnreadableMap(message('kmlIsTooDeep', {}))
    this.#text = ''
    if (name === 'kml') this.isKml = true
    else if (name === 'NetworkLink') this.hasLink = true
    else if (name === 'Folder') this.#folders.push('')
    else if (name === 'Placemark') this.#begin()
    else if (name === 'Data' || name === 'SimpleData') this.#property = String(attributes['name'] ?? '')
    else if (name === 'Polygon') this.#shape?.polygons.push([])
    else if (OTHERS.has(name) && !this.#path.includes('Polygon') && this.#shape) this.#shape.other ||= name
  }

  #begin(): void {
    const folder = this.#folders.findLast((name) => name !== '')
    this.#shape = {
      properties: new Map(folder === undefined ? [] : [['Folder', folder]]),
      polygons: [],
      other: '',
    }
    this.shapes.push(this.#shape)
  }

  text(piece: string): void {
    this.#text += piece
  }

  close(name: string): void {
    this.#path.pop()
    const parent = this.#path.at(-1)
    const text = this.#text.trim()
    this.#text = ''
    if (name === 'Placemark') this.#shape = undefined
    else if (name === 'Folder') this.#folders.pop()
    else if (name === 'name' && parent === 'Folder')
      this.#folders[this.#folders.length - 1] = propertyText(text)
    else if (name === 'name' && parent === 'Placemark') this.#say('Name', text)
    else if (name === 'SimpleData' || (name === 'value' && parent === 'Data')) this.#say(this.#property, text)
    else if (name === 'coordinates' && this.#path.includes('Polygon')) this.#addRing(text)
  }

  #say(name: string, text: string): void {
    const known = this.#shape?.properties
    if (name !== '' && known && !known.has(name)) known.set(name, propertyText(text))
  }

  #addRing(text: string): void {
    const polygon = this.#shape?.polygons.at(-1)
    if (!this.#shape || !polygon) return
    const ring =
      text === '' ? [] : text.split(/\s+/).map((position) => position.split(',').slice(0, 2).map(Number))
    if (ring.some(([lon, lat]) => !Number.isFinite(lon) || !Number.isFinite(lat)))
      this.#shape.reason = message('hasNoKmlCoordinates', {})
    if (this.#path.includes('innerBoundaryIs')) polygon.push(ring)
    else polygon.unshift(ring)
  }
}
