import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const PREFIX = 'sealed:'

/** The shortest SECRET_KEY: 32 characters of Base64 hold 192 random bits. */
export const SECRET_KEY_LENGTH = 32

/** A new SECRET_KEY of 256 random bits. */
export function newSecretKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url')
}

/**
 * Seals what a copy of the database must not give away, with a key that is not in the database. A sealed text opens only for the use
 * that it was sealed for, so that it cannot be moved to another row.
 *
 * @example vault.unseal(vault.seal('whsec_…', 'webhook 1'), 'webhook 1') // 'whsec_…'
 */
export class Vault {
  readonly #secretKey: string
  readonly #key: Buffer
  /** Identifies the SECRET_KEY without giving it away. */
  readonly keyId: string

  constructor(secretKey: string) {
    this.#secretKey = secretKey
    this.#key = this.derive('seal')
    this.keyId = this.derive('key id').toString('hex').slice(0, 16)
  }

  /** A key for one use, always the same for the same SECRET_KEY. */
  derive(use: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#secretKey, '', `granary ${use}`, KEY_BYTES))
  }

  seal(text: string, use: string): string {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv(CIPHER, this.#key, iv).setAAD(Buffer.from(use))
    const bytes = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
    return PREFIX + Buffer.concat(bytes).toString('base64')
  }

  /** @throws Error for what another key sealed, or the same key for another use */
  unseal(sealed: string, use: string): string {
    const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64')
    const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(use)).setAuthTag(bytes.subarray(-TAG_BYTES))
    const text = [decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]
    return Buffer.concat(text).toString('utf8')
  }
}

/** Keys that open the sealed parts of one database. */
export interface Secrets {
  vault: Vault
  /** Encrypts stored answers, together with their Idempotency-Key: that alone may be easy to guess. */
  answersKey: Buffer
}
