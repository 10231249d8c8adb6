import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { publicWrite, read, write, type Operation } from '../../http/operation.ts'
import type { ServeOptions } from '../../http/serve/serve-options.ts'
import { Acknowledgement, closed, described, PathId } from '../../http/validate/schema.ts'
import { networkOf } from '../access/sign-in-limits.ts'
import { createLink, CreateLinkBody, followLink, getLink, ShortLink, type Links } from './links.ts'
import { message } from '../../words/catalogue.ts'
import type { Language } from '../../words/languages.ts'
import { render, readerOf } from '../../words/render.ts'
import { preferredLanguage } from '../../http/serve/preferred-language.ts'

/** Short links: anybody may make one, or members alone; platform admins see where one leads, and how often it was followed. */
export function linkOperations(links: Links): Operation[] {
  return [creating(links), showing(links)]
}

function creating(links: Links): Operation {
  const spec = {
    method: 'POST',
    path: '/links',
    title: 'Create a short link',
    description:
      'Answers the short URL in `message`. It leads to `url` with `utm_source`, `utm_campaign` and the template’s `utm_medium` added. ' +
      `Templates: ${links.templates.map(describeTemplate).join('; ')}. Links lead only to the installation’s own hosts; anything else is ` +
      'refused, and so are too many from one network, or by one member, within a minute (429). Where LINK_MAKERS=members is set, this takes a credential.',
    body: CreateLinkBody,
    result: Acknowledgement,
    example: { template: 'email', source: 'newsletter', campaign: 'harvest-2026', url: '/offers/4711' },
  } as const
  const operation =
    links.makers === 'anybody'
      ? publicWrite(spec, (trx, { now, address }, { body }) =>
          createLink(trx, links, { now, from: networkOf(address) }, body),
        )
      : write({ ...spec, permission: 'notes:write' }, (trx, { now, userId }, { body }) =>
          createLink(trx, links, { now, from: userId }, body),
        )
  return { ...operation, location: ({ ids }: { ids: string[] }) => `/api/system/links/${ids[0]}` }
}

function describeTemplate({ name, medium, path }: Links['templates'][number]): string {
  const counted = medium === '' ? 'no medium' : `medium ${medium}`
  return `\`${name}\` (${counted}${path === '/' ? '' : `, below ${path}`})`
}

function showing(links: Links): Operation {
  return read(
    {
      path: '/links/:code',
      title: 'Get a short link',
      description: 'Where a short link leads, and how often it was followed. For platform admins.',
      permission: 'platform:admin',
      params: closed({ code: described(PathId, 'What the short URL ends in.') }),
      result: ShortLink,
      isResource: true,
    },
    (db, _actor, { params }) => getLink(db, links, params.code),
  )
}

function pageIn(language: Language): string {
  const title = render(message('noSuchLink', {}), readerOf(language))
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body><h1>${title}</h1><p>${render(message('linkLeadsNowhere', {}), readerOf(language))}</p></body>
</html>
`
}

/** `/s/<code>`: sends whoever follows a short link to where it leads. */
export function redirectRoutes(links: Links) {
  return async (app: FastifyInstance, { database, clock }: ServeOptions): Promise<void> => {
    app.get<{ Params: { code: string } }>('/s/:code', { schema: { hide: true } }, async (request, reply) => {
      const counts = request.method === 'GET'
      const target = await followLink(database.db, links, request.params.code, { now: clock(), counts })
      // Everybody who follows it is counted, so nobody may remember where it led.
      reply.header('Cache-Control', 'no-store').header('X-Robots-Tag', 'noindex')
      return target === undefined ? notThere(request, reply) : reply.redirect(target, 302)
    })
    await Promise.resolve()
  }
}

function notThere({ headers }: FastifyRequest, reply: FastifyReply) {
  const language = preferredLanguage(headers['accept-language'])
  return reply
    .code(404)
    .header('Content-Language', language)
    .header('Vary', 'Accept-Language')
    .header('Content-Security-Policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
    .type('text/html; charset=utf-8')
    .send(pageIn(language))
}
