import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { BackupRefused } from '../../system/archives/manifest.ts'
import type { BackupTool } from '../../system/backups/backup-job.ts'
import type { Drilled } from '../../system/backups/drill-newest.ts'
import { message, type Message } from '../../words/catalogue.ts'

export type BackupTask = { kind: 'write'; target: string } | { kind: 'drill'; file: string; scratch: string }

/** A problem is a sentence for people, a failure the trace of a fault of ours. */
export type BackupAnswer = { done: Drilled } | { problem: Message } | { failure: string }

const PROCESS = fileURLToPath(new URL('./backup-process.ts', import.meta.url))

/** Makes and tries backups in processes of their own, so that the service answers meanwhile, and what they take of memory is given back. */
export const backupTool: BackupTool = {
  write: (target, signal) => inProcess({ kind: 'write', target }, signal),
  drill: (file, scratch, signal) => inProcess({ kind: 'drill', file, scratch }, signal),
}

async function inProcess(task: BackupTask, signal: AbortSignal): Promise<Drilled> {
  signal.throwIfAborted()
  const answer = await new Promise<BackupAnswer>((resolve, reject) => {
    // It says here what is wrong; what it would print is for somebody at a terminal.
    const child = fork(PROCESS, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    const stop = () => child.kill()
    signal.addEventListener('abort', stop, { once: true })
    child.once('error', reject)
    child.once('message', (said) => resolve(said as BackupAnswer))
    child.once('exit', () => {
      signal.removeEventListener('abort', stop)
      // After an answer this changes nothing.
      reject(new BackupRefused(message('backupProcessEnded', {})))
    })
    child.send(task)
  })
  if ('problem' in answer) throw new BackupRefused(answer.problem)
  if ('failure' in answer) throw new Error(answer.failure)
  return answer.done
}
