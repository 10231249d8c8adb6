import type { RenderedPage } from './render-help.ts'
import { parts, type HelpPart } from './site.ts'

// The frame of a page of the help. All addresses are relative: it is served below any path, and opens from a folder as it is.

const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (each) => `&#${each.codePointAt(0)};`)

interface Frame {
  title: string
  /** The name of the page, `decisions/0001-…`. */
  name: string
  /** Navigation with the part that holds the decisions. */
  navigation: HelpPart[]
  body: string
  contents: string
}

function frame({ title, name, navigation, body, contents }: Frame): string {
  const up = name.includes('/') ? '../' : ''
  const here = (page: string) => (page === name ? ' aria-current="page"' : '')
  const lists = navigation.map(
    ({ title: part, pages }) =>
      `<h2>${escaped(part)}</h2><ul>${pages.map((page) => `<li><a href="${up}${page.name}.html"${here(page.name)}>${escaped(page.title)}</a></li>`).join('')}</ul>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Granary help</title>
<link rel="icon" href="${up}assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${up}assets/help.css">
<script src="${up}assets/minisearch.js" defer></script>
<script src="${up}assets/help.js" defer data-up="${up}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="home" href="${up}index.html"><img src="${up}assets/icon.svg" alt="" width="28" height="28">Granary <span>help</span></a>
<form class="find" role="search"><input type="search" aria-label="Search the help" placeholder="Search the help" autocomplete="off" aria-controls="found"><div id="found" role="region" aria-label="Found" aria-live="polite" hidden></div></form>
<a class="to-console" href="${up}../">Console</a>
</header>
<div class="columns">
<details class="navigation"><summary>All pages</summary><nav aria-label="Help">${lists.join('\n')}</nav></details>
<main id="content" tabindex="-1"${name === 'index' ? ' class="front"' : ''}>
${body}
</main>
${contents}
</div>
</body>
</html>
`
}

/** A page with its navigation and, on a wide screen, its contents. */
export function pageText(page: RenderedPage, navigation: HelpPart[]): string {
  const listed = page.headings.filter(({ level }) => level === 2 || level === 3)
  const second = listed.filter(({ level }) => level === 2)
  const shown = listed.length > 30 && second.length > 1 ? second : listed
  const links = shown.map(
    ({ level, id, title }) => `<li class="h${level}"><a href="#${id}">${escaped(title)}</a></li>`,
  )
  const contents =
    shown.length > 1
      ? `<aside><nav aria-label="On this page"><h2>On this page</h2><ul>${links.join('')}</ul></nav></aside>`
      : '<aside></aside>'
  const body = `<h1>${escaped(page.title)}</h1>\n${page.html}`
  return frame({ title: page.title, name: page.name, navigation, body, contents })
}

/** The first page: what there is, by what people want. */
export function frontText(navigation: HelpPart[]): string {
  const sections = parts.map(
    ({ title, pages }) =>
      `<section><h2>${title}</h2><ul class="cards">${pages.map(({ name, title: of, about = '' }) => `<li><a href="${name}.html"><strong>${escaped(of)}</strong> <span>${escaped(about)}</span></a></li>`).join('')}</ul></section>`,
  )
  const body = `<h1>Help</h1>
<p class="lead">Granary keeps the books of grain to the gram. Here is how to weigh, count, trade and close the month with it, how to run it, and how to build on it.</p>
${sections.join('\n')}
<section><h2>For programs</h2><p>Every operation, to be tried in the page: <a href="../docs/">the reference of the API</a>.</p></section>`
  return frame({ title: 'Help', name: 'index', navigation, body, contents: '' })
}
