import type { access as english } from '../en/access.ts'
import type { SameAs } from '../writing.ts'

export const access: SameAs<typeof english> = {}
