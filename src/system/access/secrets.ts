import { hash, randomBytes } from 'node:crypto'

/** Start of every API key, so that secret scanners and people recognise one. */
export const API_KEY_PREFIX = 'granary_'

/**
 * A new secret of 256 random bits behind a telling prefix.
 *
 * @example newSecret('granary_') // 'granary_Qm3v…' (51 characters)
 */
export function newSecret(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url')
}

/**
 * Hashes a secret that we made ourselves, for storing. With 256 random bits there is nothing to guess, so one plain SHA-256 is enough, and a secret
 * is found by its hash through an index.
 */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
