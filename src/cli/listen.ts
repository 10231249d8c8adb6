import type { Config } from '../config.ts'
import { ConfigRefused } from '../config.ts'

const unusableHost = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'])

/**
 * Runs what listens where the settings say.
 *
 * @throws ConfigRefused where nobody can listen there
 */
export async function listening<T>({ port, host }: Config, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const problem = {
      EADDRINUSE: `PORT ${port} is in use on ${host}: stop what listens there, or take another, such as PORT=${port + 1}`,
      EACCES: `PORT ${port} may not be used by this account: take one from 1024 up, such as PORT=3000`,
    }[code]
    if (problem !== undefined) throw new ConfigRefused([problem], { cause: error })
    if (!unusableHost.has(code)) throw error
    throw new ConfigRefused(
      [`HOST ${host} is no address of this machine (${code}), such as HOST=127.0.0.1`],
      { cause: error },
    )
  }
}
