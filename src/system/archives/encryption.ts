import { createReadStream, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { message } from '../../words/catalogue.ts'
import { reasonWhyNot } from '../why-not.ts'
import { BackupRefused } from './manifest.ts'

// Encrypted backups are files of age (age-encryption.org): its own tool opens them too.

const AGE = 'age-encryption.org/'
const STDIN = 0

/** The means to encrypt a backup: a passphrase, or the public keys of those who may open it. */
export type Lock = { passphrase: string } | { recipients: string[] }

/** The means to open an encrypted backup. */
export interface Unlocking {
  passphrase: string | undefined
  /** Secret keys of age, `AGE-SECRET-KEY-…`. */
  identities: string[]
}

/** A backup whose bytes can be read from the beginning as often as needed. */
export interface BackupFile {
  /** Its path, for messages. */
  name: string
  isEncrypted: boolean
  /** The bytes, decrypted. */
  read: () => Promise<Readable>
}

/** Encrypts what a stream passes on. @throws BackupRefused for a public key that is none */
export function encrypting(lock: Lock): (plain: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter()
  if ('passphrase' in lock) encrypter.setPassphrase(lock.passphrase)
  else for (const each of lock.recipients) addRecipient(encrypter, each)
  return async function* (plain) {
    // The same streams, to Node's types and to the web's.
    const source = Readable.toWeb(Readable.from(plain)) as globalThis.ReadableStream<Uint8Array>
    const encrypted = await encrypter.encrypt(source)
    yield* Readable.fromWeb(encrypted as ReadableStream<Uint8Array>)
  }
}

function addRecipient(encrypter: Encrypter, recipient: string): void {
  try {
    encrypter.addRecipient(recipient)
  } catch (error) {
    throw new BackupRefused(message('isNoPublicKey', { text: recipient }), { cause: error })
  }
}

/** A backup that is known not to be encrypted. */
export function plainFile(name: string): BackupFile {
  return { name, isEncrypted: false, read: () => Promise.resolve(createReadStream(name)) }
}

/**
 * Opens a backup, encrypted or not.
 *
 * @throws BackupRefused where it cannot be read, or nothing was given that could open it
 */
export async function openBackupFile(
  name: string,
  { passphrase, identities }: Unlocking,
): Promise<BackupFile> {
  if (!(await isOfAge(name))) return plainFile(name)
  if (passphrase === undefined && identities.length === 0)
    throw new BackupRefused(message('backupIsEncrypted', { file: name }))
  const decrypter = new Decrypter()
  if (passphrase !== undefined) decrypter.addPassphrase(passphrase)
  for (const each of identities) addIdentity(decrypter, each)
  return { name, isEncrypted: true, read: () => decrypt(name, decrypter) }
}

async function decrypt(name: string, decrypter: Decrypter): Promise<Readable> {
  const file = createReadStream(name)
  try {
    const encrypted = Readable.toWeb(file) as globalThis.ReadableStream<Uint8Array>
    return Readable.fromWeb((await decrypter.decrypt(encrypted)) as ReadableStream<Uint8Array>)
  } catch (error) {
    file.destroy()
    const isOther = error instanceof Error && error.message.startsWith('no identity matched')
    const said = message(isOther ? 'backupDoesNotOpen' : 'backupBeginsDamaged', { file: name })
    throw new BackupRefused(said, { cause: error })
  }
}

function addIdentity(decrypter: Decrypter, identity: string): void {
  try {
    decrypter.addIdentity(identity)
  } catch (error) {
    // What was given is a secret, or was meant to be one.
    throw new BackupRefused(message('isNoSecretKey', {}), { cause: error })
  }
}

async function isOfAge(name: string): Promise<boolean> {
  const head = Buffer.alloc(AGE.length)
  try {
    await using handle = await open(name)
    await handle.read(head, 0, head.length, 0)
  } catch (error) {
    throw unreadable(name, error)
  }
  return head.toString('latin1') === AGE
}

/**
 * The passphrase in the first line of a file, or of standard input for `-`.
 *
 * @throws BackupRefused
 */
export function readPassphrase(file: string): string {
  const [line = ''] = readSecret(file).split(/\r?\n/)
  if (line !== '') return line
  throw new BackupRefused(message('passphraseIsEmpty', file === '-' ? {} : { file }))
}

/** The secret keys in a file as `age-keygen` writes it, or in standard input for `-`. @throws BackupRefused */
export function readIdentities(file: string): string[] {
  const lines = readSecret(file).split(/\r?\n/)
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
}

function readSecret(file: string): string {
  try {
    return readFileSync(file === '-' ? STDIN : file, 'utf8')
  } catch (error) {
    throw unreadable(file, error)
  }
}

/** The refusal of a file that the system does not let us read. */
export function unreadable(file: string, error: unknown): BackupRefused {
  const said = message('namedFileIsUnreadable', { file, reason: reasonWhyNot(error) })
  return new BackupRefused(said, { cause: error })
}
