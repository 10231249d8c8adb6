import type { FastifyRequest } from 'fastify'
import { ensurePermitted, type Permission } from '../../kernel/permissions.ts'
import type { Actor } from '../actor.ts'

/** Within this time of having been let in, whoever reads a long answer is sent more of it without being asked about again. */
const ADMITTED_MS = 1000

interface Admission {
  authenticate: (headers: FastifyRequest['headers'], now: Date) => Promise<Actor>
  clock: () => Date
}

/**
 * The rows of a long answer, for as long as whoever asked for it would still be let in. Rows are read as the caller takes them, and who is
 * in no hurry could go on reading for hours after being shut out (rules.md §8).
 *
 * @throws Refusal `unauthenticated`, `forbidden`, which cuts the answer off
 */
export async function* whileAdmitted<Row>(
  rows: AsyncIterable<Row>,
  { headers }: FastifyRequest,
  { actor, permission }: { actor: Actor; permission: Permission },
  { authenticate, clock }: Admission,
): AsyncGenerator<Row> {
  let admittedAt = actor.now.getTime()
  for await (const row of rows) {
    const now = clock()
    if (now.getTime() - admittedAt > ADMITTED_MS) {
      // A person's token lasts ten minutes, which a slow line may take: it has to stand as it did when it was sent. A key has no such end.
      ensurePermitted(await authenticate(headers, actor.isMachine ? now : actor.now), permission)
      admittedAt = now.getTime()
    }
    yield row
  }
}
