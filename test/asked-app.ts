import { newId } from '../src/kernel/ids.ts'
import { openTestApp, TEST_START, type TestApp } from './app.ts'
import { openIssuer } from './issuer.ts'
import type { Scene } from './scene.ts'

let opened: ReturnType<typeof open> | undefined

async function open() {
  const issuer = await openIssuer()
  return { issuer, service: await openTestApp({ settings: { trustedIssuers: [issuer.trusted] } }) }
}

/**
 * The service for the test files of this process that ask every operation, each with a scene of its own: the schemas of all
 * operations take seconds to compile. Not the one of `shareTestApp`, since some operations change what is everybody's.
 */
export async function shareAskedApp(): Promise<{ service: TestApp; externalToken: Scene['externalToken'] }> {
  const { service, issuer } = await (opened ??= open())
  service.clock.set(TEST_START)
  // What another file got wrong on purpose came from this file's address too.
  await service.database.db.deleteFrom('sign_in_failures').execute()
  const shared = { ...service, close: () => Promise.resolve() }
  return { service: shared, externalToken: () => issuer.token(newId(), service.clock.now()) }
}
