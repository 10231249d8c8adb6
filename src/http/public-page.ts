import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { preferredLanguage } from './serve/preferred-language.ts'
import type { Language } from '../words/languages.ts'

/** Pages for whoever holds their address, without an account: they have no script and no picture, and load nothing. */

const STYLE = `:root{color-scheme:light dark;font:17px/1.45 system-ui,sans-serif}body{max-width:34rem;margin:0 auto;padding:1.2rem}
h1{font-size:1.35rem;margin:.2rem 0 1rem}dl{margin:0}dl>div{display:flex;justify-content:space-between;gap:1rem;padding:.45rem 0;border-bottom:1px solid #8f857366}
dd{margin:0;font-weight:600;text-align:end;overflow-wrap:anywhere}.said{padding:.8rem 1rem;border-radius:10px;margin:1rem 0;font-weight:600}
.text{white-space:pre-line}.go{display:block;padding:.7rem 1rem;margin:1rem 0;border:2px solid;border-radius:10px;text-align:center;color:inherit}
.good{background:light-dark(#e4f1e8,#1d3326);color:light-dark(#1c5233,#9fe0b6)}.bad{background:light-dark(#fbe4e1,#40201c);color:light-dark(#8c1d14,#ffb3a8)}`
/** The one style that the pages' policy lets in. */
const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`

/** Of one network address: a yard full of phones, and nobody who tries tokens out. */
const PER_MINUTE = 30

/** A page's heading and its body as HTML; `isThere` is false for one that says that there is nothing. */
export interface PublicPage {
  isThere: boolean
  title: string
  body: string
}

/** Serves pages below a path by the tokens in their addresses, in the language that the browser prefers, never stored and never indexed. */
export function servePublicPages(
  app: FastifyInstance,
  path: string,
  pageOf: (token: string, language: Language) => Promise<PublicPage>,
): void {
  const options = { schema: { hide: true }, config: { rateLimit: { max: PER_MINUTE } } }
  app.get<{ Params: { token: string } }>(`${path}/:token`, options, async (request, reply) => {
    const language = preferredLanguage(request.headers['accept-language'])
    const { isThere, title, body } = await pageOf(request.params.token, language)
    return reply
      .code(isThere ? 200 : 404)
      .headers({
        'Cache-Control': 'no-store',
        'Content-Security-Policy': `default-src 'none'; style-src '${STYLE_HASH}'; frame-ancestors 'none'; base-uri 'none'`,
        'Referrer-Policy': 'no-referrer',
        Vary: 'Accept-Language',
        'X-Robots-Tag': 'noindex',
      })
      .type('text/html; charset=utf-8')
      .send(htmlOf(language, title, body))
  })
}

/** A list of names and values as HTML; what has no value is left out. */
export function factList(lines: (readonly [name: string, value: string])[]): string {
  const told = lines.filter(([, value]) => value !== '')
  return `<dl>${told.map(([name, value]) => `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`).join('')}</dl>`
}

function htmlOf(language: Language, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escaped(title)}</h1>
${body}</main></body>
</html>
`
}

/** Text as HTML, in an element or a quoted attribute. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`)
}
