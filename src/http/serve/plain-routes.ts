import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../../db/open.ts'
import { FOR_ANY_HOST } from './answered-hosts.ts'

const PATIENCE_MS = 3000

/**
 * `/healthz`: the process answers. `/readyz`: it can serve, that is, the database answers and nothing speaks against it. Once the
 * server closes it refuses both, as everything. A replica that is away does not speak against it: the primary answers.
 *
 * @param whyNotReady why balancers are to send nobody any more, while requests are still answered
 */
export function healthRoutes(
  { db, replica }: Pick<Database, 'db' | 'replica'>,
  whyNotReady: () => string | undefined = () => undefined,
) {
  return async (app: FastifyInstance): Promise<void> => {
    const plain = {
      config: { rateLimit: false, ...FOR_ANY_HOST },
      logLevel: 'warn' as const,
      schema: { hide: true },
    }
    app.get('/healthz', plain, async () => ({ status: 'ok' }))
    app.get('/readyz', plain, async (_request, reply) => {
      const reason = whyNotReady()
      if (reason !== undefined) return reply.code(503).send({ status: reason })
      const isThere = await Promise.race([answers(db), sleep(PATIENCE_MS, false, { ref: false })])
      return isThere
        ? { status: 'ready', ...(replica && { replica: replica.state }) }
        : reply.code(503).send({ status: 'no database' })
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

/** The certificate of the installation's own authority, for phones that are to trust it; nothing where there is none. */
export function authorityRoutes(authority: Buffer | undefined) {
  return async (app: FastifyInstance): Promise<void> => {
    if (!authority) return
    app.get('/authority.crt', { schema: { hide: true } }, async (_request, reply) =>
      reply.type('application/x-x509-ca-cert').send(authority),
    )
  }
}

const services = [
  { slug: 'inventory', title: 'Inventory' },
  { slug: 'system', title: 'System' },
  { slug: 'identity', title: 'Identity' },
  { slug: 'events', title: 'Events' },
]

/**
 * The page's own scripts and styles only: it has to work, and stay quiet, on a machine without internet. It shares the console's origin, so no
 * other script runs in it, and no text becomes one.
 */
const policyWith = (startHash: string) =>
  `default-src 'none'; script-src 'self' '${startHash}'; ` +
  "style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'"

const PASSED_ON = ['content-type', 'cache-control'] as const

/**
 * `/docs/`: the operations of all services to read and to try, from their OpenAPI documents.
 */
export async function docsRoutes(app: FastifyInstance): Promise<void> {
  let opened: ReturnType<typeof openPage> | undefined
  app.addHook('onClose', async () => (await opened)?.page.close())

  async function answer({ method, url }: FastifyRequest, reply: FastifyReply) {
    const { page, policy } = await (opened ??= openPage())
    const { statusCode, headers, rawPayload } = await page.inject({
      method: method === 'HEAD' ? 'HEAD' : 'GET',
      url,
    })
    if (statusCode === 404) return reply.callNotFound()
    for (const name of PASSED_ON) if (headers[name] !== undefined) reply.header(name, headers[name])
    return reply.code(statusCode).header('Content-Security-Policy', policy).send(rawPayload)
  }
  const schema = { hide: true }
  app.get('/docs', { schema }, async (request, reply) => {
    // The router takes both addresses for one; only below the one with the slash does the page find its scripts.
    if (request.url.split('?', 1)[0]?.endsWith('/')) return answer(request, reply)
    // Relative: which scheme, host and port the caller came by, only the proxy in front knows.
    return reply.redirect('docs/')
  })
  app.get('/docs/*', { schema }, answer)
}

/** The page in a server of its own, which nobody reaches but through the routes above: it weighs 20 MB, and most never look. */
async function openPage(): Promise<{ page: FastifyInstance; policy: string }> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const page = Fastify()
  await page.register(reference, {
    routePrefix: '/docs',
    configuration: {
      pageTitle: 'Granary: the API',
      sources: services.map(({ slug, title }) => ({ slug, title, url: `/api/${slug}/openapi.json` })),
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
    },
  })
  const { body } = await page.inject('/docs/')
  const start = /<script type="text\/javascript">(.*?)<\/script>/s.exec(body)?.[1] ?? ''
  return { page, policy: policyWith(`sha256-${hash('sha256', start, 'base64')}`) }
}
