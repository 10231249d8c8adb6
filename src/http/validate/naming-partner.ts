import type { TSchema } from 'typebox'

/** Key that marks a schema of ids, in the document too, with the kind of thing they name. */
export const NAMES = 'x-names'

/** Marks a parameter of an address that names a trading partner, or an organisation, by its id. */
export function namingPartner<Schema extends TSchema>(schema: Schema): Schema {
  return { ...schema, [NAMES]: 'partner' }
}
