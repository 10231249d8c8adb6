import type { heads as sentences } from '../en/heads.ts'
import type { Examples } from '../writing.ts'

export const heads: Examples<typeof sentences> = {
  columnHead: { name: 'harvest year' },
}
