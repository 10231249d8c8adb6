import type { trade as english } from '../en/trade.ts'
import type { SameAs } from '../writing.ts'

export const trade: SameAs<typeof english> = {}
