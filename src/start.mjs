import module from 'node:module'
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

const { main } = await import('./main.ts')
await main(process.argv.slice(2))
