import { fileURLToPath } from 'node:url'
import { findBroughtNode, handOver, NEEDED_NODE } from '../../src/brought-node.mjs'

// Starts the trial on a Node that runs TypeScript: this one, or the one that came with the project.

const trial = fileURLToPath(new URL('./trial.ts', import.meta.url))
const { versions } = process
if (Number(versions.node.split('.')[0]) >= NEEDED_NODE) await import('./trial.ts')
else {
  const brought = findBroughtNode({ from: import.meta.url })
  if (brought.kind === 'here') handOver(brought.file, [trial, ...process.argv.slice(2)])
  else {
    process.stderr.write(
      `The trial needs Node ${NEEDED_NODE} and this is ${versions.node}. Run "npm ci" without --omit=optional, or install Node ${NEEDED_NODE}.\n`,
    )
    process.exitCode = 1
  }
}
