#!/usr/bin/env node
import { spawnSync } from 'node:child_process'
import module from 'node:module'
import v8 from 'node:v8'
import { fileURLToPath } from 'node:url'
import { findBroughtNode, handOver, NEEDED_NODE } from './brought-node.mjs'
import { start as de } from './words/de/start.mjs'
import { start as en } from './words/en/start.mjs'
import { start as fr } from './words/fr/start.mjs'
import { terminalLanguage } from './words/terminal-language.mjs'

// Plain JavaScript, so that it also runs on the Node that npm came with: that one stops at the first line of TypeScript.
const PROGRAM = './main.ts'
const { versions } = process
const sentences = { en, de, fr }
const said = sentences[terminalLanguage(process.env, /** @type {const} */ (['en', 'de', 'fr']))]

// Node runs no TypeScript below a folder of that name; a release has JavaScript.
const isSource = PROGRAM.endsWith('ts')
if (isSource && /[\\/]node_modules[\\/]/.test(fileURLToPath(import.meta.url))) stop(said.packageCannotRun())

if (Number(versions.node.split('.')[0]) < NEEDED_NODE) {
  const brought = findBroughtNode({ from: import.meta.url })
  if (brought.kind === 'none')
    stop(said.nodeIsForYouToInstall({ needed: NEEDED_NODE, version: versions.node }))
  else if (brought.kind === 'left-out')
    stop(said.nodeIsTooOld({ needed: NEEDED_NODE, version: versions.node }))
  else runOn(brought.file)
} else await runHere()

/** @param {string} brought */
function runOn(brought) {
  const tried = spawnSync(brought, ['--version'], { encoding: 'utf8' })
  const library = /(\S+\.so[.\d]*): cannot open shared object file/.exec(tried.stderr ?? '')?.[1]
  if (library !== undefined) stop(said.nodeNeedsLibrary({ needed: NEEDED_NODE, library }))
  // One that does not start at all would hand over to itself without end.
  if (tried.status !== 0) stop(said.nodeIsTooOld({ needed: NEEDED_NODE, version: versions.node }))
  handOver(brought, [fileURLToPath(import.meta.url), ...process.argv.slice(2)])
}

async function runHere() {
  // Halves the time to start, from the second time on. Where the folder cannot be written to, nothing is kept.
  module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/granary', import.meta.url)))

  // Twice as much for what is new, as Node has it, saves collections in a large program; here it is 40 MB held for nothing.
  v8.setFlagsFromString('--max-semi-space-size=16')

  const { main } = await import(PROGRAM)
  await main(process.argv.slice(2))
}

/** @param {string} why */
function stop(why) {
  process.stderr.write(`${why}\n`)
  process.exit(1)
}
