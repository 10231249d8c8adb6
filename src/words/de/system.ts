import type { system as english } from '../en/system.ts'
import type { SameAs } from '../writing.ts'

export const system: SameAs<typeof english> = {}
