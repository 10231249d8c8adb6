import type { imports as sentences } from '../en/imports.ts'
import type { Examples } from '../writing.ts'

export const imports: Examples<typeof sentences> = {}
