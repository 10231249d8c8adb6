import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { basePathOf } from '../serve/base-path.ts'
import { matches } from '../write/etag.ts'
import { pageBelow, type Console, type ConsoleFile } from './files.ts'
import { message, type Message } from '../../words/catalogue.ts'
import { render, readerOf } from '../../words/render.ts'
import { preferredLanguage } from '../serve/preferred-language.ts'

/** Nothing from anywhere else, no code but ours, and nothing that makes text into code. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob: data:",
  // `granary scale` on the computer that shows the page.
  "connect-src 'self' http://127.0.0.1:4711",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'none'",
  // The page says below which path it is served.
  "base-uri 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types granary default',
].join('; ')
/** The help reads nothing but itself, and keeps nothing on the device. */
const HELP_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
const HELP_CACHED = 'public, max-age=600'
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Paths of the API and other routes, which are never screens. */
const NOT_OURS = /^\/(api|docs|help|l)(\/|$)/

/**
 * `/help`: the documents as pages. `/`: the console, a page that uses the API like any program. Its files were built beforehand, are read once and sent packed. Screens
 * are a closed list, so an address that is none is a real 404: the page in a browser, the documented error for programs.
 */
export function consoleRoutes(consoleHere: Console, configuredBase = '') {
  return async (app: FastifyInstance): Promise<void> => {
    const schema = { hide: true }
    const pages = new Map<string, ConsoleFile>()
    app.addHook('onClose', async () => consoleHere.close())

    app.get('/', { schema, logLevel: 'warn' }, async (request, reply) => sendPage(request, reply, 200))
    app.get('/*', { schema, logLevel: 'warn' }, async (request, reply) => {
      const path = request.url.split('?', 1)[0] ?? ''
      const built = consoleHere.current()
      const file = built?.files.get(path)
      if (file) return sendFile(request, reply, file, path.startsWith('/assets/'))
      if (path === '/help') return reply.redirect(`${basePathOf(request, configuredBase)}/help/`)
      const help = await built?.help(path)
      if (help) return sendFile(request, reply, help, false, [HELP_POLICY, HELP_CACHED])
      if (NOT_OURS.test(path) || path.startsWith('/assets/')) return reply.callNotFound()
      if (!built || built.screens.some((screen) => screen.test(path))) return sendPage(request, reply, 200)
      return wantsPage(request) ? sendPage(request, reply, 404) : reply.callNotFound()
    })

    function sendPage(request: FastifyRequest, reply: FastifyReply, status: number) {
      const built = consoleHere.current()
      if (!built) return sendWhyNot(request, reply, consoleHere.problem())
      const basePath = basePathOf(request, configuredBase)
      let page = basePath === '' ? built.page : pages.get(basePath + built.page.etag)
      if (!page) {
        page = pageBelow(built.page, basePath)
        // A proxy that makes up prefixes must not fill the memory.
        if (pages.size > 20) pages.clear()
        pages.set(basePath + built.page.etag, page)
      }
      return sendFile(request, reply.code(status), page, false)
    }
    await Promise.resolve()
  }
}

function wantsPage({ headers: { accept } }: FastifyRequest): boolean {
  return accept !== undefined && accept.includes('text/html')
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ConsoleFile,
  isImmutable: boolean,
  [policy, caching] = [POLICY, isImmutable ? IMMUTABLE : 'no-cache'],
) {
  const { body, br, gz, type, etag } = file
  reply
    .header('Content-Security-Policy', policy)
    // A page that opens this one, or that this one opens, has no hold on it.
    .header('Cross-Origin-Opener-Policy', 'same-origin')
    .header('Permissions-Policy', 'serial=(self), camera=(self)')
    .header('Cache-Control', caching)
    .header('ETag', etag)
    .header('Vary', 'Accept-Encoding')
    .type(type)
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const taken = encodingsOf(request)
  if (br && taken.has('br')) return reply.header('Content-Encoding', 'br').send(br)
  if (gz && taken.has('gzip')) return reply.header('Content-Encoding', 'gzip').send(gz)
  return reply.send(body)
}

/** The encodings that a browser takes; one with `q=0` it does not. */
function encodingsOf({ headers }: FastifyRequest): Set<string> {
  const given = String(headers['accept-encoding'] ?? '').split(',')
  return new Set(
    given.filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each)).map((each) => each.split(';')[0]?.trim() ?? ''),
  )
}

/** The API runs without the console; whoever opens the page is told what is the matter. */
function sendWhyNot(request: FastifyRequest, reply: FastifyReply, problem: string | undefined) {
  if (!wantsPage(request) && request.url !== '/') return reply.callNotFound()
  const language = preferredLanguage(request.headers['accept-language'])
  const paragraph = (said: Message) => `<p>${render(said, readerOf(language))}</p>`
  const why = message('pageCouldNotBeBuilt', { docs: '<a href="docs/">docs</a>' })
  const again = message('buildPageAgain', { command: '<code>npm run web:build</code>' })
  const words =
    problem === undefined
      ? paragraph(message('pageIsMadeReady', {}))
      : `${paragraph(why)}<pre>${escaped(problem)}</pre>\n${paragraph(again)}`
  reply
    .code(503)
    .header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'")
    .header('Cache-Control', 'no-store')
    .header('Retry-After', '3')
    .header('Content-Language', language)
    .header('Vary', 'Accept-Language')
    .type('text/html; charset=utf-8')
  if (problem === undefined) reply.header('Refresh', '3')
  return reply.send(
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>Granary</title><h1>Granary</h1>${words}</html>`,
  )
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`)
}
