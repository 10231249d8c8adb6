import type { FastifyInstance } from 'fastify'
import type { ServeOptions } from '../../http/serve/serve-options.ts'
import { preferredLanguage } from '../../http/serve/preferred-language.ts'
import { findByToken } from './store-paper.ts'
import { notTherePage, paperPage, STYLE_HASH } from './page.ts'
import { validityOf } from './validity.ts'

/** Of one network address: a yard full of phones, and nobody who tries tokens out. */
const PER_MINUTE = 30

/**
 * `/p/<token>`: what the code on a paper leads to, for whoever holds the paper (docs/decisions/0070-papers.md). It says whether the paper is
 * the newest, and of a lorry's load the figures that its driver carries.
 */
export async function paperPageRoutes(
  app: FastifyInstance,
  { database, clock }: ServeOptions,
): Promise<void> {
  const options = { schema: { hide: true }, config: { rateLimit: { max: PER_MINUTE } } }
  app.get<{ Params: { token: string } }>('/p/:token', options, async (request, reply) => {
    const language = preferredLanguage(request.headers['accept-language'])
    const paper = await findByToken(database.db, request.params.token)
    const html = paper
      ? paperPage(language, paper, await validityOf(database.db, paper, clock()))
      : notTherePage(language)
    return reply
      .code(paper ? 200 : 404)
      .headers({
        'Cache-Control': 'no-store',
        'Content-Security-Policy': `default-src 'none'; style-src '${STYLE_HASH}'; frame-ancestors 'none'; base-uri 'none'`,
        'Referrer-Policy': 'no-referrer',
        Vary: 'Accept-Language',
        'X-Robots-Tag': 'noindex',
      })
      .type('text/html; charset=utf-8')
      .send(html)
  })
  await Promise.resolve()
}
