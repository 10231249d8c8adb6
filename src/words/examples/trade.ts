import type { trade as sentences } from '../en/trade.ts'
import type { Examples } from '../writing.ts'

export const trade: Examples<typeof sentences> = {}
