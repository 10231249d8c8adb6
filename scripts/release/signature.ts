import { appendFileSync, copyFileSync } from 'node:fs'
import path from 'node:path'

type Run = (program: string, args: string[], cwd?: string) => string

/** Signs the list of sums with a key that is thrown away, and verifies all as whoever installs it does. Answers what was wrong. */
export function trySignature(made: string, work: string, run: Run): string[] {
  const list = path.join(work, 'SHA256SUMS')
  copyFileSync(path.join(made, 'SHA256SUMS'), list)
  const [publicKey, secretKey] = [path.join(work, 'granary.pub'), path.join(work, 'granary.key')]
  run('minisign', ['-G', '-W', '-p', publicKey, '-s', secretKey])
  run('minisign', ['-S', '-s', secretKey, '-m', list])
  run('minisign', ['-V', '-p', publicKey, '-m', list])
  run('sha256sum', ['--check', '--quiet', list], made)
  appendFileSync(list, 'changed afterwards\n')
  try {
    run('minisign', ['-V', '-p', publicKey, '-m', list])
  } catch {
    return []
  }
  return ['a changed list of sums passed as signed']
}
