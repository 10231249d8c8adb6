import { message } from '../../words/catalogue.ts'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { fault, refuseFaults } from '../../kernel/errors.ts'
import { AtMost } from '../../kernel/concurrency.ts'

const PROGRAM = fileURLToPath(new URL('./logo-program.ts', import.meta.url))

/** Nothing of ours: no settings, no secrets. */
const BARE = {
  env: {},
  timeout: 20_000,
  killSignal: 'SIGKILL',
  maxBuffer: 4 * 1024 * 1024,
  encoding: 'buffer',
} as const
const MEMORY = '--max-old-space-size=256'

/** More at once would only take each other's memory. */
const drawing = new AtMost(1)

/**
 * A logo that somebody sent, drawn anew as PNG in a process that is stopped if it takes too long.
 *
 * @param sent a PNG, JPEG or SVG in base 64
 * @throws Refusal `invalid_input` for anything else
 */
export async function drawLogo(sent: string): Promise<Buffer> {
  const bytes = Buffer.from(sent, 'base64')
  const png = await drawing.run(() => askProgram(bytes))
  if (!png) return refuseFaults([fault('logo', message('isNoLogo', {}), 'unreadable')])
  return png
}

function askProgram(bytes: Buffer): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [MEMORY, '--no-warnings', PROGRAM], BARE, (error, stdout) => {
      if (error && typeof error.code === 'string' && !('killed' in error && error.killed))
        return reject(error)
      // Stopped, or broken by what it read: what was sent is to blame.
      resolve(error ? undefined : stdout)
    })
    // It may end before it has read all.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(bytes)
  })
}
