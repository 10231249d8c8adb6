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

/** Without those that people take for another: 0 and O, 1, I and L, U and V. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTWXYZ'
/** The fewest that have 128 random bits, in groups of four. */
const TYPED_LETTERS = 28

/**
 * A new code of some 135 random bits that people type or paste.
 *
 * @example newTypedCode() // 'K7QF-9M2X-HT4W-3BZC-D8RM-5GYN-2AJP'
 */
export function newTypedCode(): string {
  return typedCodeOf(randomBytes(TYPED_LETTERS))
}

/** Writes 28 bytes that nobody knows as a code that people type; the same bytes always as the same. */
export function typedCodeOf(bytes: Buffer): string {
  const letters = [...bytes.subarray(0, TYPED_LETTERS)].map((byte) => LETTERS[byte % LETTERS.length] ?? '')
  return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** A typed code without what makes no difference: small letters, blanks, hyphens. */
export function plainCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
}

/**
 * Hashes a secret that we made ourselves, for storing. With 256 random bits there is nothing to guess, so one plain SHA-256 is enough, and a secret
 * is found by its hash through an index.
 */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
