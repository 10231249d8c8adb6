import type { FilterSpecification, StyleSpecification } from 'maplibre-gl'

/** Colours of the console as the map takes them, which knows neither variables nor mixtures. */
export function resolver(element: HTMLElement): (colour: string) => string {
  const probe = element.appendChild(document.createElement('i'))
  probe.hidden = true
  const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  return (colour) => {
    probe.style.color = colour
    if (!pixel) return '#888'
    pixel.clearRect(0, 0, 1, 1)
    pixel.fillStyle = getComputedStyle(probe).color
    pixel.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = pixel.getImageData(0, 0, 1, 1).data
    return `rgb(${red}, ${green}, ${blue})`
  }
}

const empty = { type: 'FeatureCollection' as const, features: [] }
const areas: FilterSpecification = ['==', ['geometry-type'], 'Polygon']
const points: FilterSpecification = ['==', ['geometry-type'], 'Point']

/** From here on the fields in view are drawn in full. */
export const NEAR_ZOOM = 14

/**
 * Builds the style of the map, from below: land and countries, fields, the chosen field, and the outline being drawn.
 * Nothing comes from anywhere else: no tiles.
 *
 * @param classColours of the classes of fields, in their order
 */
export function styleOf(colour: (name: string) => string, classColours: string[]): StyleSpecification {
  const paint = classColours.flatMap((each, place) => [place, colour(each)])
  const none = colour('var(--map-unknown)')
  const fill = paint.length > 0 ? ['match', ['get', 'class'], ...paint, none] : none
  // The type of an expression is a tuple, which a list that is put together is not.
  const classColour = fill as unknown as string
  const edge = colour('var(--map-edge)')
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: empty },
      borders: { type: 'geojson', data: empty },
      fields: { type: 'geojson', data: empty, promoteId: 'id' },
      near: { type: 'geojson', data: empty, promoteId: 'id' },
      chosen: { type: 'geojson', data: empty },
      drawn: { type: 'geojson', data: empty },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colour('var(--map-water)') } },
      { id: 'land', source: 'land', type: 'fill', paint: { 'fill-color': colour('var(--map-land)') } },
      {
        id: 'borders',
        source: 'borders',
        type: 'line',
        paint: { 'line-color': colour('var(--line-strong)'), 'line-width': 1 },
      },
      ...fieldLayers('fields', classColour, edge),
      ...fieldLayers('near', classColour, edge),
      {
        id: 'chosen',
        source: 'chosen',
        type: 'line',
        paint: { 'line-color': colour('var(--ink)'), 'line-width': 3 },
      },
      ...drawnLayers(colour),
    ],
  }
}

/** Areas of fields, and points of those of which nobody has drawn a boundary. */
function fieldLayers(source: string, classColour: string, edge: string) {
  return [
    {
      id: `${source}-areas`,
      source,
      type: 'fill' as const,
      filter: areas,
      paint: { 'fill-color': classColour, 'fill-outline-color': edge },
    },
    {
      id: `${source}-points`,
      source,
      type: 'circle' as const,
      filter: points,
      paint: {
        'circle-color': classColour,
        'circle-radius': 7,
        'circle-stroke-color': edge,
        'circle-stroke-width': 1.5,
      },
    },
  ]
}

/** Layers for the outline being drawn: its area, its line, and its corners. */
function drawnLayers(colour: (name: string) => string) {
  return [
    {
      id: 'drawn-area',
      source: 'drawn',
      type: 'fill' as const,
      filter: areas,
      paint: { 'fill-color': colour('var(--focus)'), 'fill-opacity': 0.25 },
    },
    {
      id: 'drawn-line',
      source: 'drawn',
      type: 'line' as const,
      paint: { 'line-color': colour('var(--focus)'), 'line-width': 2.5 },
    },
    {
      id: 'drawn-points',
      source: 'drawn',
      type: 'circle' as const,
      filter: points,
      paint: {
        'circle-color': colour('var(--panel)'),
        'circle-radius': 6,
        'circle-stroke-color': colour('var(--focus)'),
        'circle-stroke-width': 2.5,
      },
    },
  ]
}
