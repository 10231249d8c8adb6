import reference from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

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

/** `/docs`: the operations of all services to read and to try, from their OpenAPI documents. */
export async function docsRoutes(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply) => void reply.header('Content-Security-Policy', POLICY))
    await scope.register(reference, {
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
  })
}
