import type { FilterName } from '../terms.ts'

export const searches = {
  filterName: ({ name }: { name: FilterName }) => name as string,
  isUngraded: () => 'Ungraded',
}
