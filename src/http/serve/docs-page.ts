import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'

const services = [
  { slug: 'inventory', title: 'Inventory' },
  { slug: 'system', title: 'System' },
  { slug: 'identity', title: 'Identity' },
  { slug: 'events', title: 'Events' },
]

/** The page's own scripts and styles only: it has to work, and stay quiet, on a machine without internet. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'"

const PASSED_ON = ['content-type', 'cache-control'] as const

/**
 * `/docs/`: the operations of all services to read and to try, from their OpenAPI documents.
 */
export async function docsRoutes(app: FastifyInstance): Promise<void> {
  let page: Promise<FastifyInstance> | undefined
  app.addHook('onClose', async () => (await page)?.close())

  async function answer({ method, url }: FastifyRequest, reply: FastifyReply) {
    const inner = await (page ??= openPage())
    const { statusCode, headers, rawPayload } = await inner.inject({
      method: method === 'HEAD' ? 'HEAD' : 'GET',
      url,
    })
    if (statusCode === 404) return reply.callNotFound()
    for (const name of PASSED_ON) if (headers[name] !== undefined) reply.header(name, headers[name])
    return reply.code(statusCode).header('Content-Security-Policy', POLICY).send(rawPayload)
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
async function openPage(): Promise<FastifyInstance> {
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
  await page.ready()
  return page
}
