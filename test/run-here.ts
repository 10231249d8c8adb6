import { vi } from 'vitest'
import { main } from '../src/main.ts'
import { withoutPlace, type Environment } from './program.ts'

/** Whatever somebody has in the project's `.env`: these would send a command to another place than its test means. */
const NOT_SET: Environment = {
  DATABASE_URL: '',
  SECRET_KEY: '',
  SECRET_KEY_FILE: '',
  S3_ENDPOINT: '',
  S3_BUCKET: '',
  S3_REGION: '',
  S3_ACCESS_KEY_ID: '',
  S3_SECRET_ACCESS_KEY: '',
}

/** Runs a command in this process, which takes a tenth of the time of one of its own. Its environment is put back afterwards. */
export async function runHere(
  argv: string[],
  env: Environment = {},
): Promise<{ code: unknown; stdout: string; stderr: string; database: string }> {
  const codeBefore = process.exitCode
  const [stdout, stderr] = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation(() => true),
  )
  const textOf = (write: typeof stdout) => write?.mock.calls.map(([text]) => String(text)).join('') ?? ''
  try {
    for (const [name, value] of Object.entries({ ...NOT_SET, ...env })) vi.stubEnv(name, value)
    process.exitCode = undefined
    await main(argv)
    return withoutPlace({ code: process.exitCode, stdout: textOf(stdout), stderr: textOf(stderr) })
  } finally {
    process.exitCode = codeBefore
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  }
}
