import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { buildHelp } from '../web/help/build-help.ts'
import { renderHelp } from '../web/help/render-help.ts'

// The help as it is built: every link and picture leads somewhere, and nothing is loaded from anywhere else.

let folder: string
let problems: string[]
let pages: Map<string, string>
beforeAll(() => {
  folder = mkdtempSync(path.join(inject('directory'), 'help-'))
  const started = performance.now()
  problems = buildHelp(folder)
  expect(performance.now() - started).toBeLessThan(60_000)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  )
  pages = new Map(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]))
})

test('no document links to a heading that is not there', () => {
  expect(problems).toEqual([])
})

test('every document and every decision has a page', () => {
  const documents = readdirSync(path.join(import.meta.dirname, '../docs')).filter((name) =>
    name.endsWith('.md'),
  )
  const decisions = readdirSync(path.join(import.meta.dirname, '../docs/decisions')).filter((name) =>
    /^\d/.test(name),
  )
  const made = [...pages.keys()]
  expect(decisions.filter((name) => !made.includes(`decisions/${name.replace('.md', '.html')}`))).toEqual([])
  // The sections of a document are kept whole, wherever they stand.
  const texts = [...pages.values()].join('\n')
  const headings = documents.flatMap((name) =>
    [
      ...readFileSync(path.join(import.meta.dirname, '../docs', name), 'utf8').matchAll(/^## ([\w ,’-]+)$/gm),
    ].map(([, title]) => title ?? ''),
  )
  expect(headings.length).toBeGreaterThan(100)
  expect(headings.filter((title) => !texts.includes(`>${title}</h2>`))).toEqual([])
})

test('every link, picture and script of every page is there', () => {
  const stray = [...pages].flatMap(([name, text]) =>
    [...text.matchAll(/(?:href|src)="([^"]*)"/g)].flatMap(([, link = '']) => {
      if (/^https?:/.test(link)) return text.includes(`<a href="${link}"`) ? [] : [`${name} loads ${link}`]
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? name : path.join(path.dirname(name), decodeURIComponent(file))
      // The console and the reference of the API lie beside the help.
      if (['../', '../docs/'].includes(target.replace(/^(\.\.)$/, '../'))) return []
      if (!existsSync(path.join(folder, target))) return [`${name}: ${link}`]
      const isThere = anchor === undefined || pages.get(target)?.includes(`id="${anchor}"`)
      return isThere ? [] : [`${name}: ${link}`]
    }),
  )
  expect(stray).toEqual([])
})

test('nothing is in a page that its policy forbids', () => {
  const forbidden = [...pages].filter(([, text]) =>
    /<script(?![^>]*\bsrc=)|<style|\sstyle="|\son\w+="/.test(text),
  )
  expect(forbidden.map(([name]) => name)).toEqual([])
})

test('the worker of the console leaves the help to the service', () => {
  const worker = readFileSync(path.join(import.meta.dirname, '../web/public/sw.js'), 'utf8')
  const [, left = ''] = /if \(\/(\^\(api.*?)\/\.test\(pathname/.exec(worker) ?? []
  expect(
    ['help', 'help/', 'help/rules.html', 'helpers', 'stores'].map((at) => new RegExp(left).test(at)),
  ).toEqual([true, true, true, false, false])
})

test('a link to a heading or document that is not there is found', () => {
  const page = { name: 'a', title: 'A', source: 'docs/rules.md' }
  const cut = { name: 'b', title: 'B', source: 'docs/rules.md', sections: ['Two words', 'Gone'] }
  const text =
    '# A\n\n[on](#two-words) [off](#one) [out](../src/app.ts)\n\n## Two words\n\n[back](rules.md)\n'
  const { pages: made, problems: found } = renderHelp([page, cut], () => text)
  expect(found).toEqual(['docs/rules.md: #one', 'docs/rules.md: has no section “Gone”'])
  expect(made.map(({ html }) => html.trim())).toEqual([
    '<p><a href="b.html#two-words">on</a> <span>off</span> <span>out</span></p>',
    '<h2 id="two-words">Two words</h2>\n<p><a href="a.html">back</a></p>',
  ])
})
