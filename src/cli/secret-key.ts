import { existsSync, openSync, closeSync, fsyncSync, readFileSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'
import { ConfigRefused, type Config } from '../config.ts'
import { makeDirectory } from '../db/directory-lock.ts'
import { newSecretKey, SECRET_KEY_LENGTH } from '../kernel/vault.ts'
import type { SecretKeySource } from '../system/vault/vault.ts'
import { message } from '../words/catalogue.ts'
import { reasonWhyNot } from '../system/why-not.ts'

const OWNER_ONLY = 0o600

type Settings = Pick<Config, 'dataDir' | 'secretKey' | 'secretKeyFile'>

/** The file of the SECRET_KEY: the one that is set, or else in the data directory, beside the database and not in it. */
export function secretKeyFile({ dataDir, secretKeyFile: file }: Settings): string {
  return path.resolve(file ?? path.join(dataDir, 'secret-key'))
}

/** The next SECRET_KEY, while everything is sealed with it. */
export function nextKeyFile(settings: Settings): string {
  return `${secretKeyFile(settings)}.next`
}

/** The SECRET_KEY as the settings have it: from the environment, or in a file that is made where there is none. */
export function secretKeySource(settings: Settings): SecretKeySource {
  const { secretKey } = settings
  if (secretKey !== undefined)
    return { place: message('settingOfSecretKey', {}), read: () => [secretKey], make: () => secretKey }
  const file = secretKeyFile(settings)
  return {
    place: file,
    read: () => [file, nextKeyFile(settings)].filter((each) => existsSync(each)).map(readKeyFile),
    make: () => makeKeyFile(file),
  }
}

/**
 * The key that a file holds.
 *
 * @throws ConfigRefused
 */
export function readKeyFile(file: string): string {
  let key: string
  try {
    key = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw unusable(file, error)
  }
  if (key.length >= SECRET_KEY_LENGTH) return key
  throw new ConfigRefused([message('secretKeyIsShort', { file, length: SECRET_KEY_LENGTH })])
}

/**
 * Makes a key in a new file, for its owner alone, and has it on the disk before anything is sealed with it.
 *
 * @throws ConfigRefused
 */
export function makeKeyFile(file: string): string {
  const key = newSecretKey()
  try {
    makeDirectory(path.dirname(file))
    const descriptor = openSync(file, 'wx', OWNER_ONLY)
    writeSync(descriptor, `${key}\n`)
    fsyncSync(descriptor)
    closeSync(descriptor)
    syncDirectory(file)
  } catch (error) {
    throw unusable(file, error)
  }
  return key
}

/** Puts the next key in the place of the old one. */
export function adoptNextKey(settings: Settings): void {
  renameSync(nextKeyFile(settings), secretKeyFile(settings))
  syncDirectory(secretKeyFile(settings))
}

function syncDirectory(file: string): void {
  const descriptor = openSync(path.dirname(file), 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

function unusable(file: string, error: unknown): ConfigRefused {
  const said = message('secretKeyFileIsUnusable', { file, reason: reasonWhyNot(error) })
  return new ConfigRefused([said], { cause: error })
}
