import type { access as sentences } from '../en/access.ts'
import type { Examples } from '../writing.ts'

export const access: Examples<typeof sentences> = {}
