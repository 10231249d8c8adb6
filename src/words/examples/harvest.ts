import type { harvest as sentences } from '../en/harvest.ts'
import type { Examples } from '../writing.ts'

export const harvest: Examples<typeof sentences> = {}
