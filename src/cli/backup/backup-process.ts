import os from 'node:os'
import { readConfig } from '../../config.ts'
import { MendableError } from '../../kernel/errors.ts'
import { filesOf, countRows, withSource } from './source.ts'
import { drillBackup, unlockingOf } from './drill-backup.ts'
import type { BackupAnswer, BackupTask } from './backup-tool.ts'
import { lockIn } from './lock.ts'
import { writeBackup } from './write-backup.ts'

// The process that makes or tries one backup, and ends. It has the settings of the service that began it, and works when nobody else has to.

try {
  os.setPriority(os.constants.priority.PRIORITY_LOW)
} catch {
  // Where that is not allowed it is done all the same.
}
// The service is gone, and nobody would know of the backup.
process.once('disconnect', () => process.exit(1))
process.once('message', (task) => {
  // `backup-tool.ts` is the only one to send here.
  void answer(task as BackupTask).then((said) => process.send?.(said, () => process.exit(0)))
})

async function answer(task: BackupTask): Promise<BackupAnswer> {
  try {
    return { done: await (task.kind === 'write' ? write(task.target) : drill(task)) }
  } catch (error) {
    if (error instanceof MendableError) return { problem: error.said }
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

async function write(target: string) {
  const config = readConfig()
  const { store } = filesOf(config)
  const lock = lockIn(config.backups)
  const manifest = await withSource(config, (database) =>
    writeBackup({ database, store, lock, now: new Date() }, target),
  )
  const { takenAt, ledgerHash } = manifest
  return { takenAt, rows: countRows(manifest), ledgerHash, isEncrypted: lock !== undefined }
}

async function drill({ file, scratch }: Extract<BackupTask, { kind: 'drill' }>) {
  return drillBackup(file, scratch, unlockingOf(readConfig()))
}
