import type { imports as english } from '../en/imports.ts'
import type { SameAs } from '../writing.ts'

export const imports: SameAs<typeof english> = {}
