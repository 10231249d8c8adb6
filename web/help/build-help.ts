import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import MiniSearch from 'minisearch'
import { frontText, pageText } from './help-page.ts'
import { renderHelp, type RenderedPage } from './render-help.ts'
import { DECISIONS, parts, type HelpPage, type HelpPart } from './site.ts'

const root = path.join(import.meta.dirname, '../..')
const PACKAGES = path.join(root, 'node_modules')

/**
 * Builds the help into a folder, and packs what is text.
 *
 * @returns links that lead nowhere
 */
export function buildHelp(folder: string): string[] {
  const pages = allPages()
  const { pages: rendered, problems } = renderHelp(pages, (source) =>
    readFileSync(path.join(root, source), 'utf8'),
  )
  rmSync(folder, { recursive: true, force: true })
  for (const each of ['assets', 'pictures', 'decisions'])
    mkdirSync(path.join(folder, each), { recursive: true })
  const navigation = navigationOf(pages)
  const put = (name: string, text: string | Buffer) => putPacked(path.join(folder, name), text)
  put('index.html', frontText(navigation))
  for (const page of rendered) put(`${page.name}.html`, pageText(page, navigation))
  put('assets/search-index.js', searchIndex(rendered))
  put(
    'assets/minisearch.js',
    readFileSync(path.join(PACKAGES, 'minisearch/dist/umd/index.js'), 'utf8').replace(
      /\n\/\/# sourceMappingURL.*/,
      '',
    ),
  )
  for (const name of ['help.css', 'help.js'])
    put(`assets/${name}`, readFileSync(path.join(import.meta.dirname, 'assets', name)))
  put('assets/icon.svg', readFileSync(path.join(root, 'web/public/icon.svg')))
  const font = 'inter-latin-wght-normal.woff2'
  copyFileSync(
    path.join(PACKAGES, '@fontsource-variable/inter/files', font),
    path.join(folder, 'assets', font),
  )
  for (const picture of new Set(rendered.flatMap(({ pictures }) => pictures))) {
    if (existsSync(path.join(root, picture)))
      copyFileSync(path.join(root, picture), path.join(folder, 'pictures', path.basename(picture)))
    else problems.push(`there is no ${picture}`)
  }
  return problems
}

/** Those of the site, and one for each decision. */
function allPages(): HelpPage[] {
  const names = readdirSync(path.join(root, DECISIONS)).filter((name) => /^\d{4}-.*\.md$/.test(name))
  const decisions = names.toSorted().map((name): HelpPage => {
    const source = `${DECISIONS}/${name}`
    const [, title = name] = /^# (?:\d{4} )?(.+)$/m.exec(readFileSync(path.join(root, source), 'utf8')) ?? []
    return { name: `decisions/${name.replace('.md', '')}`, title, source }
  })
  const index: HelpPage = { name: 'decisions/index', title: 'Decisions', source: `${DECISIONS}/README.md` }
  return [...parts.flatMap(({ pages }) => pages), index, ...decisions]
}

/** Single decisions are found on their index and by searching: there are far too many for a list beside each page. */
function navigationOf(pages: HelpPage[]): HelpPart[] {
  const index = pages.filter(({ name }) => name === 'decisions/index')
  return parts.map((part) =>
    part.title === 'Explanation' ? { ...part, pages: [...part.pages, ...index] } : part,
  )
}

/** The index as a script, which also a page from a folder may load. */
function searchIndex(pages: RenderedPage[]): string {
  const search = new MiniSearch({
    fields: ['title', 'page', 'text'],
    storeFields: ['title', 'page', 'about'],
  })
  const entries = pages.flatMap(({ name, title: page, texts }) =>
    texts.map(({ id, title, text }) => ({
      id: id === '' ? `${name}.html` : `${name}.html#${id}`,
      title,
      page,
      text,
      about: text.trim().replaceAll(/\s+/g, ' ').slice(0, 110),
    })),
  )
  search.addAll(entries)
  // As a text within the script: engines read JSON faster than the same as code.
  return `globalThis.helpIndex = ${JSON.stringify(JSON.stringify(search))}\n`
}

/** Good enough, and a tenth of the time of the best. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

function putPacked(file: string, content: string | Buffer): void {
  writeFileSync(file, content)
  writeFileSync(`${file}.br`, brotliCompressSync(content, QUALITY))
  writeFileSync(`${file}.gz`, gzipSync(content))
}

if (import.meta.main) {
  const started = performance.now()
  const folder = path.resolve(process.argv[2] ?? path.join(root, 'web/dist/help'))
  for (const problem of buildHelp(folder)) process.stderr.write(`${problem}\n`)
  process.stdout.write(`${folder}, in ${Math.round(performance.now() - started)} ms\n`)
}
