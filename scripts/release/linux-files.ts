import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './stage.ts'

const UNITS = ['granary.service', 'granary-backup.service', 'granary-backup.timer'] as const
const PACKAGES = path.join(ROOT, 'deploy/packages')

/**
 * A file of `examples/server`, which is for a checkout in /opt/granary, for an installed program.
 *
 * @param program where that is, such as /usr/lib/granary
 */
export function installedText(name: string, program: string): string {
  return readFileSync(path.join(ROOT, 'examples/server', name), 'utf8')
    .replaceAll('node_modules/.bin/node', 'bin/node')
    .replaceAll('/opt/granary', program)
    .replaceAll('/etc/granary.env', '/etc/granary/granary.env')
    .replace(/ Belongs into \/usr\/local\/sbin; run it as root\.$/m, ' Run it as root.')
}

/** Puts the units of systemd and the command into folders, for a program at such a place. */
export function putService(program: string, { units, command }: { units: string; command: string }): void {
  mkdirSync(units, { recursive: true })
  for (const name of UNITS) writeFileSync(path.join(units, name), installedText(name, program))
  mkdirSync(path.dirname(command), { recursive: true })
  writeFileSync(command, installedText('granary', program))
  chmodSync(command, 0o755)
}

/** Puts a file of deploy/packages somewhere. */
export function putFile(name: string, file: string, mode = 0o644): void {
  mkdirSync(path.dirname(file), { recursive: true })
  copyFileSync(path.join(PACKAGES, name), file)
  chmodSync(file, mode)
}

/** The text of a file of deploy/packages. */
export function packageText(name: string): string {
  return readFileSync(path.join(PACKAGES, name), 'utf8')
}
