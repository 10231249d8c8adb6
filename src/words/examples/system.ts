import type { system as sentences } from '../en/system.ts'
import type { Examples } from '../writing.ts'

export const system: Examples<typeof sentences> = {}
