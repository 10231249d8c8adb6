import { ask, type Given, type Result } from './client.ts'
import { newId } from './ids.ts'
import type { Operations } from './operations.ts'
import { readOwn, writeOwn } from './own-storage.ts'

/**
 * Asks for a change that the service makes once, however often it is sent: what was sent before and is not known to have been taken, as
 * when nobody answered or the page was loaded again, is sent with the same Idempotency-Key, and anything else with another one.
 *
 * @throws Refused; Away
 */
export async function askOnce<K extends keyof Operations>(
  operation: K,
  given: Omit<Given<K>, 'key' | 'signal'>,
): Promise<Result<K>> {
  const { path, body, ifMatch } = given
  const name = `sent.${operation} ${JSON.stringify(path ?? {})}`
  const begun = readOwn(name)
  const written = JSON.stringify([body, ifMatch])
  const key = begun?.endsWith(written) ? begun.slice(0, -written.length) : newId()
  writeOwn(name, key + written)
  const result = await ask(operation, { ...given, key })
  writeOwn(name, undefined)
  return result
}
