import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../../db/open.ts'

const PATIENCE_MS = 3000

/**
 * `/healthz`: the process answers. `/readyz`: it can serve, that is, the database answers and nothing speaks against it. Once the
 * server closes it refuses both, as everything (closing.ts).
 *
 * @param whyNotReady why balancers are to send nobody any more, while requests are still answered
 */
export function healthRoutes(
  { db }: Pick<Database, 'db'>,
  whyNotReady: () => string | undefined = () => undefined,
) {
  return async (app: FastifyInstance): Promise<void> => {
    const plain = { config: { rateLimit: false }, logLevel: 'warn' as const, schema: { hide: true } }
    app.get('/healthz', plain, async () => ({ status: 'ok' }))
    app.get('/readyz', plain, async (_request, reply) => {
      const reason = whyNotReady()
      if (reason !== undefined) return reply.code(503).send({ status: reason })
      const isThere = await Promise.race([answers(db), sleep(PATIENCE_MS, false, { ref: false })])
      return isThere ? { status: 'ready' } : reply.code(503).send({ status: 'no database' })
    })
    await Promise.resolve()
  }
}

async function answers(db: Database['db']): Promise<boolean> {
  try {
    await sql`select 1`.execute(db)
    return true
  } catch {
    return false
  }
}
