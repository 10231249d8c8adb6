import { openTestApp, type TestApp } from '../../../test/app.ts'
import { listenTo, type Listening } from '../../../test/event-listener.ts'
import type { TestOrganisation } from '../../../test/factories.ts'
import { quietLog } from '../../../test/quiet-log.ts'
import type { TrustedIssuer } from '../access/trusted-issuers.ts'
import type { RegisterRoutes } from '../system.ts'
import { EventFeed } from './event-feed.ts'
import type { Rhythm } from './event-stream.ts'
import { eventRoutes } from './routes.ts'

/** Longer than any test. */
export const NEVER = 3_600_000

export interface Service {
  test: TestApp
  url: string
  listen(headers: Record<string, string>, query?: string): Promise<Listening>
  close(): Promise<void>
}

/** The service on a port of its own: streams need a real connection. */
export async function openService(
  { pollMs, ...rhythm }: Rhythm & { pollMs: number },
  trustedIssuers: TrustedIssuer[] = [],
): Promise<Service> {
  const routes: RegisterRoutes = async (app, serve) => {
    const feed = new EventFeed({ db: serve.database.db, log: quietLog, pollMs })
    serve.onCommit = feed.wake
    await eventRoutes(feed, rhythm)(app, serve)
  }
  const test = await openTestApp({ routes: [routes], settings: { trustedIssuers } })
  const url = await test.app.listen({ port: 0, host: '127.0.0.1' })
  return {
    test,
    url,
    listen: (headers, query = '') => listenTo(`${url}/api/events${query}`, headers),
    close: () => test.close(),
  }
}

/** Does something that is told: makes a business unit. Answers its id. */
export async function act(farm: TestOrganisation, name: string): Promise<string> {
  const { status, body } = await farm.as('owner').post('/api/identity/business-units', { name, type: 'farm' })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.id
}

export const keyOf = (farm: TestOrganisation) => ({ 'x-api-key': farm.keys.viewer })
export const subjects = ({ heard }: Listening) => heard.map(({ data }) => data.subject)
