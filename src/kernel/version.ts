import { readFileSync } from 'node:fs'

/** The version of the program that runs, such as `1.0.0`. */
export function granaryVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  // Ours, and npm does not take one without a version.
  return (JSON.parse(text) as { version: string }).version
}
