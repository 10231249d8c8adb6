import type { DatabaseLog } from '../../db/log.ts'
import type { Database } from '../../db/open.ts'
import type { ServeOptions } from '../../http/serve/serve-options.ts'
import { chainAudit } from './chain.ts'
import { forwardAudit, type AuditForwarding } from './forward.ts'
import { RefusedTries } from './refused-tries.ts'

/** The parts of the audit log that a running service needs beside its operations. */
export interface Audit {
  /** Told of what was refused to somebody who tried to get in. */
  onRefusedTry: NonNullable<ServeOptions['onRefusedTry']>
  /** Told of a credential that was refused. */
  onRefusedCredential: NonNullable<ServeOptions['onRefusedCredential']>
  /** Chains what was written of the audit log, and sends it on. */
  chainAudit: () => Promise<void>
  /** Writes what was only counted so far. */
  settle: () => Promise<void>
}

/** Opens what the audit log keeps in memory. */
export function openAudit(
  { db }: Database,
  {
    clock,
    log,
    forwarding,
  }: { clock: () => Date; log: Pick<DatabaseLog, 'warn'>; forwarding: AuditForwarding | undefined },
): Audit {
  const refusedTries = new RefusedTries({ db, log })
  return {
    onRefusedTry: (operation, request, refused) => refusedTries.note(operation, request, refused),
    onRefusedCredential: (request, refused) => refusedTries.noteKey(request, refused),
    async chainAudit() {
      await chainAudit(db)
      if (forwarding) await forwardAudit(db, forwarding)
    },
    settle: () =>
      refusedTries
        .flush(clock())
        .catch((error: unknown) => log.warn({ err: error }, 'refused sign-ins were not counted')),
  }
}
