import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Prints, for each document, which share of its words only point at other words. A sentence that says its subject needs few of them:
// above 5 % a document is hard to read.
//
//   npm run prose

const POINTING = new Set(['it', 'that', 'what', 'those', 'whoever', 'they'])

const root = fileURLToPath(new URL('..', import.meta.url))

/** The words of a document without its code, addresses and the lines of tables. */
function wordsOf(markdown: string): string[] {
  const prose = markdown
    .replaceAll(/```[\s\S]*?```/g, ' ')
    .replaceAll(/`[^`]*`/g, ' ')
    .replaceAll(/\]\([^)]*\)/g, ' ')
    .replaceAll(/^\s*\|?[\s:|-]+\|?\s*$/gm, ' ')
  return prose.toLowerCase().match(/\p{L}+(?:[’']\p{L}+)*/gu) ?? []
}

const documents = globSync(['*.md', 'docs/**/*.md', '{bench,web,examples}/**/README.md'], { cwd: root })
  .map((path) => {
    const words = wordsOf(readFileSync(`${root}${path}`, 'utf8'))
    const pointing = words.filter((word) => POINTING.has(word)).length
    return { path, words: words.length, share: words.length === 0 ? 0 : pointing / words.length }
  })
  .sort((a, b) => b.share - a.share)

const lines = documents.map(
  ({ path, words, share }) =>
    `${(share * 100).toFixed(1).padStart(5)} %  ${String(words).padStart(6)} words  ${path}`,
)
process.stdout.write(`${lines.join('\n')}\n`)
