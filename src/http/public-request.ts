import type { AskedFrom } from './guards.ts'

/** All that is known of a caller without a credential. */
export interface PublicRequest extends AskedFrom {
  now: Date
  /** The caller's network address, for brute-force limits. */
  address: string
  /** The caller's program as it names itself (`User-Agent`); empty if it does not. */
  userAgent: string
  /** The value that the request brings in the cookie of the operation. */
  secret?: string | undefined
}
