// Kinds of things that sentences name.

/** What JSON calls types. */
export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null'

/** What a request may name in vain. */
export type Thing =
  | 'user'
  | 'record'
  | 'file'
  | 'storage location'
  | 'settlement'
  | 'organisation'
  | 'movement'
  | 'storage contract'
  | 'import'
  | 'harvest plan'
  | 'conversation'
  | 'bay'
  | 'partner'
  | 'load'
  | 'conversation about listing'
  | 'word'
  | 'what3words address'
  | 'webhook'
  | 'trade availability record'
  | 'store'
  | 'storage'
  | 'storage note'
  | 'short link'
  | 'question'
  | 'paper'
  | 'owner'
  | 'open session'
  | 'open invitation'
  | 'line'
  | 'job'
  | 'identity'
  | 'delivery'
  | 'country'
  | 'business unit'
  | 'adjustment'
  | 'address'
  | 'API key'

/** What values of a filter are. */
export type FilterKind = 'int' | 'uuid' | 'boolean' | 'text'

/** What members of an organisation may be. */
export type RoleName = 'viewer' | 'operator' | 'manager' | 'admin' | 'owner'

/** Among what it was looked for. */
export type Within = 'yours' | 'plan' | 'settlement' | 'record' | 'adjustment' | 'unarchived'
