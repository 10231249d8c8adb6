/** The tables that can be brought, in the order in which they build on each other; the last part of their addresses. */
export const kinds = [
  'stores',
  'inventory/stores',
  'fields',
  'inventory/fields',
  'field-yields',
  'field-splits',
  'varieties',
] as const

export type ImportKind = (typeof kinds)[number]

export const isKind = (text: unknown): text is ImportKind => kinds.some((each) => each === text)
