import path from 'node:path'
import markdown from 'markdown-it'
import type { HelpPage } from './site.ts'

/** A heading of a page, for its contents and for links. */
export interface Heading {
  level: number
  id: string
  title: string
}

/** A page as it was made. */
export interface RenderedPage extends HelpPage {
  html: string
  headings: Heading[]
  /** Texts by the heading they stand below, to be searched. */
  texts: { id: string; title: string; text: string }[]
  /** Pictures that it shows, from the project's root. */
  pictures: string[]
}

type Token = ReturnType<ReturnType<typeof markdown>['parse']>[number]

const reader = markdown({ html: false, linkify: false, typographer: false })

/** A document's tokens, each page's own, and the page on which each of its headings stands. */
interface Split {
  tokensOf: Map<HelpPage, Token[]>
  pageOf: Map<string, HelpPage>
}

/** Renders all pages; `problems` names each link that leads nowhere. */
export function renderHelp(
  pages: HelpPage[],
  read: (source: string) => string,
): { pages: RenderedPage[]; problems: string[] } {
  const sources = Map.groupBy(pages, ({ source }) => source)
  const splits = new Map(
    [...sources].map(([source, those]) => [source, split(reader.parse(read(source), {}), those)]),
  )
  const problems: string[] = []
  const rendered = pages.map((page) => {
    const resolve = (href: string) => {
      const target = resolveLink(page, href, splits)
      if (target === undefined) problems.push(`${page.source}: ${href}`)
      return target
    }
    return renderPage(page, splits.get(page.source)?.tokensOf.get(page) ?? [], resolve)
  })
  for (const page of pages)
    for (const title of page.sections ?? [])
      if (!splits.get(page.source)?.pageOf.has(slug(title)))
        problems.push(`${page.source}: has no section “${title}”`)
  return { pages: rendered, problems }
}

/** Gives each page of a document its sections, and headings their ids: those that GitHub gives them, so that links in the files hold there too. */
function split(tokens: Token[], pages: HelpPage[]): Split {
  const rest = pages.find(({ sections }) => sections === undefined)
  const tokensOf = new Map(pages.map((page): [HelpPage, Token[]] => [page, []]))
  const pageOf = new Map<string, HelpPage>()
  const seen = new Map<string, number>()
  let current = rest ?? pages[0]
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const title = titleOf(tokens[index + 1])
      if (token.tag === 'h2')
        current = pages.find(({ sections }) => sections?.includes(title)) ?? rest ?? current
      const same = seen.get(slug(title)) ?? 0
      seen.set(slug(title), same + 1)
      const id = same === 0 ? slug(title) : `${slug(title)}-${same}`
      token.attrSet('id', id)
      if (current) pageOf.set(id, current)
    }
    if (current) tokensOf.get(current)?.push(token)
  }
  return { tokensOf, pageOf }
}

/** The plain text of a heading's words. */
function titleOf(token: Token | undefined): string {
  return (token?.children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('')
}

/** The id that GitHub gives to a heading. */
function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
}

/** Where a link leads. A file of the project that is no page of the help has no address, and becomes plain words. */
interface Target {
  href?: string
  /** The picture that it shows, from the project's root. */
  picture?: string
}

/** A link as it stands on the page: to another page, to a picture, or out of the help; undefined where it leads to nothing. */
function resolveLink(from: HelpPage, href: string, splits: Map<string, Split>): Target | undefined {
  if (/^https?:\/\//.test(href)) return { href }
  const [file = '', anchor = ''] = decodeURIComponent(href).split('#')
  const source =
    file === '' ? from.source : path.posix.normalize(path.posix.join(path.posix.dirname(from.source), file))
  const up = from.name.includes('/') ? '../' : ''
  if (/\.(png|webp)$/.test(source))
    return { href: `${up}pictures/${path.posix.basename(source)}`, picture: source }
  const found = splits.get(source)
  if (!found) return {}
  const page = anchor === '' ? [...found.tokensOf.keys()][0] : found.pageOf.get(anchor)
  if (!page) return undefined
  return { href: `${up}${page.name}.html${anchor === '' ? '' : `#${anchor}`}` }
}

function renderPage(
  page: HelpPage,
  tokens: Token[],
  resolve: (href: string) => Target | undefined,
): RenderedPage {
  const headings: Heading[] = []
  const texts: RenderedPage['texts'] = [{ id: '', title: page.title, text: '' }]
  const pictures: string[] = []
  const kept = withoutTitle(tokens)
  for (const [index, token] of kept.entries()) {
    if (token.type === 'heading_open') {
      const title = titleOf(kept[index + 1])
      const id = String(token.attrGet('id') ?? '')
      headings.push({ level: Number(token.tag.slice(1)), id, title })
      texts.push({ id, title, text: '' })
    } else if (token.type === 'inline') {
      readdress(token, resolve, pictures)
      const last = texts.at(-1)
      if (last && kept[index - 1]?.type !== 'heading_open') last.text += ` ${titleOf(token)}`
    } else if (token.type === 'fence') {
      const last = texts.at(-1)
      if (last) last.text += ` ${token.content}`
      token.content = token.content.trimEnd()
    }
  }
  let tables = 0
  const html = reader.renderer
    .render(kept, reader.options, {})
    // A wide table moves within itself and not with the page; so do long lines, and keys reach both.
    .replaceAll(
      '<table>',
      () => `<div class="wide" tabindex="0" role="region" aria-label="Table ${(tables += 1)}"><table>`,
    )
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<th></th>', '<td></td>')
    // The policy of the pages lets no style in that stands at an element.
    .replaceAll(/ style="text-align:(\w+)"/g, ' class="$1"')
  return { ...page, html, headings, texts, pictures }
}

/** The page has a title of its own. */
function withoutTitle(tokens: Token[]): Token[] {
  const first = tokens.findIndex(({ type, tag }) => type === 'heading_open' && tag === 'h1')
  return first === -1 ? tokens : [...tokens.slice(0, first), ...tokens.slice(first + 3)]
}

/** Points links and pictures to where they are in the help. */
function readdress(token: Token, resolve: (href: string) => Target | undefined, pictures: string[]): void {
  const areLinks: boolean[] = []
  for (const child of token.children ?? []) {
    if (child.type === 'link_close' && areLinks.pop() === false) child.tag = 'span'
    if (child.type !== 'link_open' && child.type !== 'image') continue
    const target = resolve(String(child.attrGet(child.type === 'image' ? 'src' : 'href'))) ?? {}
    if (target.picture !== undefined) pictures.push(target.picture)
    if (child.type === 'image') {
      child.attrSet('src', target.href ?? '')
      child.attrSet('loading', 'lazy')
      continue
    }
    areLinks.push(target.href !== undefined)
    if (target.href === undefined) child.tag = 'span'
    child.attrs = target.href === undefined ? [] : [['href', target.href]]
  }
}
