import type { searches as sentences } from '../en/searches.ts'
import type { Examples } from '../writing.ts'

export const searches: Examples<typeof sentences> = {
  filterName: { name: 'Harvest year' },
  isUngraded: {},
}
