import type { Feature, FeatureCollection, Geometry } from 'geojson'
import {
  GeoJSONSource,
  Map as MapLibre,
  NavigationControl,
  ScaleControl,
  type MapMouseEvent,
} from 'maplibre-gl'
import type { FieldShape } from '../../api/operations.ts'
import type { Coloured } from './colouring.ts'
import { countries } from './countries.ts'
import './map.css'
import { NEAR_ZOOM, resolver, styleOf } from './map-style.ts'
import './map-worker.ts'
import { around, polygonsOf, type Corners, type Polygons, type OutlinePosition } from './outlines.ts'

/** The content of the map. */
export interface MapContent {
  shapes: FieldShape[]
  /** Fields in view in full, which are shown in place of the others when one is near. */
  near: FieldShape[] | undefined
  coloured: Coloured
  chosen: Polygons
  drawn: { polygons: Polygons; points: OutlinePosition[] }
}

interface Heard {
  onField: (id: string) => void
  /** Called with the place that was tapped; left out, a tap opens the field below. */
  onTap: ((point: OutlinePosition) => void) | undefined
  onMoved: (corners: Corners, isNear: boolean) => void
}

export interface DrawnMap {
  show(content: MapContent): void
  fit(corners: Corners): void
  /** After the colours of the page have changed. */
  recolour(): void
  remove(): void
}

/** So that a field alone is not shown to the centimetre. */
const MOST_ZOOM = 18
const FIT = { padding: 36, maxZoom: 16, animate: false }

/** Draws a map into an element. It is as large as that, and follows it. */
export function drawMap(
  element: HTMLElement,
  heard: () => Heard,
  words: { zoomIn: string; zoomOut: string; map: string },
): DrawnMap {
  const colour = resolver(element)
  const map = new MapLibre({
    container: element,
    style: styleOf(colour, []),
    center: [0, 30],
    zoom: 1,
    maxZoom: MOST_ZOOM,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: 0,
    locale: {
      'NavigationControl.ZoomIn': words.zoomIn,
      'NavigationControl.ZoomOut': words.zoomOut,
      'Map.Title': words.map,
    },
  })
  map.touchZoomRotate.disableRotation()
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  map.addControl(new ScaleControl({ maxWidth: 120 }), 'bottom-left')
  const painter = paintingOn(map, colour)
  listen(map, heard)
  // For tests, and for whoever measures: when all that is in view has been drawn.
  map.on('idle', () => (element.dataset['drawn'] = String(Math.round(performance.now()))))
  const ready = new Promise<void>((done) => map.once('load', () => done()))
  const whenReady = (work: () => void) => void ready.then(() => map.getContainer().isConnected && work())
  let content: MapContent | undefined
  return {
    show(next) {
      const before = content
      content = next
      whenReady(() => {
        painter.paint(next, before)
        if (next.drawn !== before?.drawn) bringIntoView(map, next.drawn.points)
        // Two corners that are tapped one soon after the other are no wish to come nearer.
        map.doubleClickZoom[heard().onTap ? 'disable' : 'enable']()
      })
    },
    fit: ([west, south, east, north]) => map.fitBounds([west, south, east, north], FIT),
    recolour: () => whenReady(() => content && painter.recolour(content)),
    remove: () => map.remove(),
  }
}

/** Moves the map to a corner typed or read from a file, which may lie elsewhere; a tapped corner is in view, so the map stays. */
function bringIntoView(map: MapLibre, points: OutlinePosition[]): void {
  const last = points.at(-1)
  const corners = around(points)
  if (!last || !corners || points.length < 3 || map.getBounds().contains(last)) return
  map.fitBounds(corners, FIT)
}

/** Tells of taps, and of what is in view when the map stands still. */
function listen(map: MapLibre, heard: () => Heard): void {
  const layers = ['fields-areas', 'fields-points', 'near-areas', 'near-points']
  const fieldAt = ({ point }: MapMouseEvent) => {
    const [found] = map.queryRenderedFeatures(point, { layers: layers.filter((id) => map.getLayer(id)) })
    return typeof found?.properties['id'] === 'string' ? found.properties['id'] : undefined
  }
  map.on('click', (event) => {
    const { onTap, onField } = heard()
    if (onTap) return onTap([event.lngLat.lng, event.lngLat.lat])
    const id = fieldAt(event)
    if (id !== undefined) onField(id)
  })
  map.on('mousemove', (event) => {
    map.getCanvas().style.cursor = heard().onTap ? 'crosshair' : fieldAt(event) === undefined ? '' : 'pointer'
  })
  map.on('moveend', () => {
    const bounds = map.getBounds()
    const corners: Corners = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
    heard().onMoved(corners, map.getZoom() >= NEAR_ZOOM)
  })
}

function paintingOn(map: MapLibre, colour: (name: string) => string) {
  const set = (source: string, data: FeatureCollection | Feature) => {
    const found = map.getSource(source)
    if (found instanceof GeoJSONSource) void found.setData(data)
  }
  const paintLand = async () => {
    const found = await countries().catch(() => undefined)
    if (!found || !map.getContainer().isConnected) return
    set('land', found.land)
    set('borders', found.borders)
  }
  /** In the colours that the page has now; what is drawn stays. */
  const repaint = (classColours: string[]) => {
    for (const { id, paint } of styleOf(colour, classColours).layers)
      for (const [name, value] of Object.entries(paint ?? {}))
        map.setPaintProperty(id, name as 'fill-color', value)
  }
  let colours = ''
  const paint = (content: MapContent, before: MapContent | undefined) => {
    const { shapes, near, coloured, chosen, drawn } = content
    const wanted = coloured.classes.map((each) => each.colour)
    const isRecoloured = wanted.join() !== colours
    if (isRecoloured) repaint(wanted)
    colours = wanted.join()
    const isOther = coloured !== before?.coloured
    if (isOther || shapes !== before?.shapes) set('fields', featuresOf(shapes, coloured))
    if (isOther || near !== before?.near) set('near', featuresOf(near ?? [], coloured))
    for (const kind of ['areas', 'points'])
      map.setLayoutProperty(`fields-${kind}`, 'visibility', near ? 'none' : 'visible')
    set('chosen', areaOf(chosen))
    set('drawn', drawnFeatures(drawn))
    if (!before) void paintLand()
  }
  return {
    paint,
    recolour: ({ coloured }: MapContent) => repaint(coloured.classes.map((each) => each.colour)),
  }
}

const areaOf = (coordinates: Polygons): Feature => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'MultiPolygon', coordinates },
})

function featuresOf(shapes: FieldShape[], { classOf }: Coloured): FeatureCollection {
  const features = shapes.flatMap((shape): Feature[] => {
    const geometry = geometryOf(shape)
    return geometry
      ? [{ type: 'Feature', properties: { id: shape.id, class: classOf(shape) }, geometry }]
      : []
  })
  return { type: 'FeatureCollection', features }
}

function geometryOf({ outline, coordinates }: FieldShape): Geometry | undefined {
  if (outline) return { type: 'MultiPolygon', coordinates: polygonsOf(outline) }
  return coordinates ? { type: 'Point', coordinates: [coordinates.lon, coordinates.lat] } : undefined
}

/** Builds the features being drawn: the area once there are three points, the line until then, and the points. */
function drawnFeatures({ polygons, points }: MapContent['drawn']): FeatureCollection {
  const feature = (geometry: Geometry): Feature => ({ type: 'Feature', properties: {}, geometry })
  const line = points.length === 2 ? [feature({ type: 'LineString', coordinates: points })] : []
  return {
    type: 'FeatureCollection',
    features: [
      ...(polygons.length > 0 ? [areaOf(polygons)] : line),
      ...points.map((point) => feature({ type: 'Point', coordinates: point })),
    ],
  }
}
