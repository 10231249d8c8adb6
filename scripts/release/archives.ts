import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { putFile, putService } from './linux-files.ts'
import type { Making } from './making.ts'
import { ROOT } from './stage.ts'
import type { Target } from './targets.ts'

/** A folder to unpack with Node inside, for Linux or macOS; on Linux with what makes it a service. */
export function makeTarball({ version, work, run, staged, into }: Making, target: Target): string {
  const name = `granary-${version}-${target.name}`
  const folder = path.join(work, name)
  cpSync(staged(target), folder, { recursive: true, verbatimSymlinks: true })
  if (target.os === 'linux') {
    const service = path.join(folder, 'service')
    putService('/opt/granary', { units: service, command: path.join(service, 'granary') })
    for (const each of ['granary.env', 'installed.sh', 'leaving.sh']) putFile(each, path.join(service, each))
    putFile('install.sh', path.join(folder, 'install.sh'), 0o755)
  }
  const file = path.join(into, `${name}.tar.gz`)
  run(
    'sh',
    [
      '-c',
      `tar --sort=name --mtime=@$SOURCE_DATE_EPOCH --owner=0 --group=0 --numeric-owner -cf - "$1" | gzip -n >"$2"`,
      'sh',
      name,
      file,
    ],
    work,
  )
  rmSync(folder, { recursive: true })
  return file
}

/** A folder to unpack with Node inside, for Windows, and what makes it a service there: with WinSW, where WINSW_EXE names that program. */
export function makeZip({ version, work, run, staged, into }: Making, target: Target): string {
  const name = `granary-${version}-${target.name}`
  const folder = path.join(work, name)
  cpSync(staged(target), folder, { recursive: true, verbatimSymlinks: true })
  const windows = path.join(ROOT, 'deploy/windows')
  for (const each of readdirSync(windows)) cpSync(path.join(windows, each), path.join(folder, each))
  const { WINSW_EXE } = process.env
  if (WINSW_EXE !== undefined && existsSync(WINSW_EXE))
    cpSync(WINSW_EXE, path.join(folder, 'granary-service.exe'))
  const file = path.join(into, `${name}.zip`)
  rmSync(file, { force: true })
  run(
    'sh',
    [
      '-c',
      'find "$1" -exec touch -h -d @$SOURCE_DATE_EPOCH {} + && find "$1" | LC_ALL=C sort | zip -q -X -@ "$2"',
      'sh',
      name,
      file,
    ],
    work,
  )
  rmSync(folder, { recursive: true })
  return file
}
