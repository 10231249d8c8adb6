import type { FastifyInstance } from 'fastify'
import type { ServeOptions } from '../../http/serve/serve-options.ts'
import { servePublicPages } from '../../http/public-page.ts'
import { findByToken } from './store-paper.ts'
import { notTherePage, paperPage } from './page.ts'
import { validityOf } from './validity.ts'

/**
 * `/p/<token>`: what the code on a paper leads to, for whoever holds the paper (docs/decisions/0070-papers.md). It says whether the paper is
 * the newest, and of a lorry's load the figures that its driver carries.
 */
export async function paperPageRoutes(
  app: FastifyInstance,
  { database, clock }: ServeOptions,
): Promise<void> {
  servePublicPages(app, '/p', async (token, language) => {
    const paper = await findByToken(database.db, token)
    return paper
      ? paperPage(language, paper, await validityOf(database.db, paper, clock()))
      : notTherePage(language)
  })
  await Promise.resolve()
}
