import { execFileSync } from 'node:child_process'

/** The Python of this machine that the client runs on; says so where there is none. */
export function findPython(): string | undefined {
  try {
    execFileSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'], { stdio: 'ignore' })
    return 'python3'
  } catch {
    process.stderr.write('There is no python3 from 3.9 on here: its client is not tried.\n')
    return undefined
  }
}
