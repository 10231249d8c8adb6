import { spawnSync } from 'node:child_process'
import module from 'node:module'
import v8 from 'node:v8'
import { fileURLToPath } from 'node:url'
import { start as de } from './words/de/start.mjs'
import { start as en } from './words/en/start.mjs'
import { start as fr } from './words/fr/start.mjs'
import { terminalLanguage } from './words/terminal-language.mjs'

// Plain JavaScript, so that it also runs on the Node that npm came with: that one stops at the first line of TypeScript.
const NEEDED = 26
const major = Number(process.versions.node.split('.')[0])
const sentences = { en, de, fr }
const said = sentences[terminalLanguage(process.env, /** @type {const} */ (['en', 'de', 'fr']))]

if (major < NEEDED) {
  const brought = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))
  const tried = spawnSync(brought, ['--version'], { encoding: 'utf8' })
  const library = /(\S+\.so[.\d]*): cannot open shared object file/.exec(tried.stderr ?? '')?.[1]
  stop(
    library === undefined
      ? said.nodeIsTooOld({ needed: NEEDED, version: process.versions.node })
      : said.nodeNeedsLibrary({ needed: NEEDED, library }),
  )
}

// Node runs no TypeScript below a folder of that name, where npx puts what it runs.
if (import.meta.url.includes('/node_modules/')) stop(said.packageCannotRun())

/** @param {string} why */
function stop(why) {
  process.stderr.write(`${why}\n`)
  process.exit(1)
}

// Halves the time to start, from the second time on. Where the folder cannot be written to, nothing is kept.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/granary', import.meta.url)))

// Twice as much for what is new, as Node has it, saves collections in a large program; here it is 40 MB held for nothing.
v8.setFlagsFromString('--max-semi-space-size=16')

const { main } = await import('./main.ts')
await main(process.argv.slice(2))
