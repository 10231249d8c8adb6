import { isColouring, type Colouring } from './colouring.ts'

/** The part of the address that concerns the fields. */
export interface FieldsView {
  view: 'list' | 'map'
  year: string | undefined
  colouring: Colouring
  find: string
}

/** Reads an address. What it does not say: the list, the newest harvest year, colours by crop. */
export function fieldsViewOf({ view, year, colour, find }: Record<string, string>): FieldsView {
  return {
    view: view === 'map' ? 'map' : 'list',
    year,
    colouring: isColouring(colour) ? colour : 'crop',
    find: find ?? '',
  }
}

/** The fields whose names have a text in them, whatever its case. */
export function named<Field extends { name: string }>(fields: Field[], find: string): Field[] {
  const sought = find.trim().toLocaleLowerCase()
  return sought === '' ? fields : fields.filter(({ name }) => name.toLocaleLowerCase().includes(sought))
}

/** Hectares, and kilograms harvested, of fields. */
export function sumsOfFields(fields: { area: number; crops: { harvested: number }[] }[]): {
  area: number
  harvested: number
} {
  const squareMetres = fields.reduce((sum, { area }) => sum + Math.round(area * 10_000), 0)
  const grams = fields
    .flatMap(({ crops }) => crops)
    .reduce((sum, { harvested }) => sum + Math.round(harvested * 1000), 0)
  return { area: squareMetres / 10_000, harvested: grams / 1000 }
}
