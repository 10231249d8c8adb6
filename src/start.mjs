import module from 'node:module'
import v8 from 'node:v8'
import { fileURLToPath } from 'node:url'

// Plain JavaScript, so that it also runs on the Node that npm came with: that one stops at the first line of TypeScript.
const NEEDED = 26
const major = Number(process.versions.node.split('.')[0])

if (major < NEEDED) {
  process.stderr.write(
    `Granary needs Node ${NEEDED} and this is ${process.versions.node}. The project brings its own: run "npm ci" without ` +
      `--omit=optional, then "npm start" or "npm run granary -- <command>".\n`,
  )
  process.exit(1)
}

// Halves the time to start, from the second time on. Where the folder cannot be written to, nothing is kept.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/granary', import.meta.url)))

// Twice as much for what is new, as Node has it, saves collections in a large program; here it is 40 MB held for nothing.
v8.setFlagsFromString('--max-semi-space-size=16')

const { main } = await import('./main.ts')
await main(process.argv.slice(2))
