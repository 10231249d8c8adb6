import type { harvest as english } from '../en/harvest.ts'
import type { SameAs } from '../writing.ts'

export const harvest: SameAs<typeof english> = {}
