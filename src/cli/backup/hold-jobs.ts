import type { Client } from '../../db/snapshot.ts'

const HELD = 'It waited when the backup was made that was restored since. It may have been done after that.'

/**
 * Gives up what was waiting to be done when a backup was made: nobody can see here what was done afterwards, and a mail is not sent
 * twice without anybody having said so. A platform admin has it done by trying the job again.
 *
 * @returns how many jobs
 */
export async function holdJobs(client: Client, now: Date): Promise<number> {
  const { rowCount } = await client.query(
    `update jobs set status = 'failed', finished_at = $1, lease_id = null, last_problem = $2 where status = 'queued'`,
    [now, HELD],
  )
  // Its asker is told the same.
  await client.query(
    `update expert_questions set status = 'failed', last_problem = $1 where status = 'queued'`,
    [HELD],
  )
  return rowCount ?? 0
}
