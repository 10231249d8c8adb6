import type { places as sentences } from '../en/places.ts'
import type { Examples } from '../writing.ts'

export const places: Examples<typeof sentences> = {}
