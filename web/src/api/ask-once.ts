import { ask, Refused, type Given, type Result } from './client.ts'
import { newId } from './ids.ts'
import type { Operations } from './operations.ts'
import { readForPerson, writeForPerson } from './person-storage.ts'

type Change<K extends keyof Operations> = Omit<Given<K>, 'key' | 'signal'>

/**
 * Asks for a change that the service makes once, however often it is sent: what was sent before and is not known to have been taken, as
 * when nobody answered or the page was loaded again, is sent with the same Idempotency-Key, and anything else with another one.
 *
 * @throws Refused; Away
 */
export async function askOnce<K extends keyof Operations>(
  operation: K,
  given: Change<K>,
): Promise<Result<K>> {
  const { path, body, ifMatch } = given
  const name = `sent.${operation} ${JSON.stringify(path ?? {})}`
  const begun = readForPerson(name)
  const written = JSON.stringify([body, ifMatch])
  const key = begun?.endsWith(written) ? begun.slice(0, -written.length) : newId()
  writeForPerson(name, key + written)
  const result = await ask(operation, { ...given, key })
  writeForPerson(name, undefined)
  return result
}

/**
 * Asks for a change of a version. Where somebody else has made another one meanwhile, `over` reads that and says what is asked for then;
 * nothing where the reader has to look first.
 *
 * @throws Refused; Away
 */
export async function askOver<K extends keyof Operations>(
  operation: K,
  given: Change<K>,
  over: () => Promise<Change<K> | undefined>,
): Promise<Result<K> | undefined> {
  try {
    return await askOnce(operation, given)
  } catch (refused) {
    if (!(refused instanceof Refused) || refused.status !== 412) throw refused
    const again = await over()
    return again && (await askOnce(operation, again))
  }
}
