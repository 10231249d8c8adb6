import { hash, randomBytes } from 'node:crypto'

/** What an API key starts with, so that secret scanners and people know one when they see it. */
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
 * What is stored of a secret that we made ourselves. With 256 random bits there is nothing to guess, so one plain
 * SHA-256 is enough, and a secret is found by its hash through an index.
 */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
