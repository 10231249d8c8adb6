import type { places as english } from '../en/places.ts'
import type { SameAs } from '../writing.ts'

export const places: SameAs<typeof english> = {}
