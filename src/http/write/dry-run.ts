import type { Actor } from '../actor.ts'
import { ensureMatch } from './if-match.ts'
import type { AnyInput, Operation, Rehearse } from '../operation.ts'
import { inTransactionFor, type Where } from './execute-idempotent.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'

/** The caller, the request's input and its If-Match. */
interface Asked {
  actor: Actor
  input: AnyInput
  precondition: Parameters<typeof ensureMatch>[3]
}

/** Thrown to roll a dry run back with its answer in hand. */
class DryRunDone extends Error {
  readonly answer: unknown
  constructor(answer: unknown) {
    super('dry run')
    this.answer = answer
  }
}

/** Answers what a command would answer and change: it is run, looked at and rolled back (docs/decisions/0019). */
export async function dryRun(
  operation: Operation,
  rehearse: Rehearse,
  { actor, input, precondition }: Asked,
  where: Pick<Where, 'database'>,
): Promise<unknown> {
  try {
    await inTransactionFor(operation, where, async (trx) => {
      await ensureMatch(trx, operation, actor, precondition)
      const command = () => operation.run(trx, actor, input)
      const { result, rehearsal } = await rehearse(trx, actor.now, command, actor)
      throw new DryRunDone({
        status: 'success',
        message: render(message('isDryRun', { answers: answersIn(result) }), actor),
        dryRun: rehearsal,
        ...changesOf(result),
        ...listed(result, 'sameTickets'),
        ...listed(result, 'expiries'),
      })
    })
  } catch (error) {
    if (error instanceof DryRunDone) return error.answer
    throw error
  }
  throw new Error('a dry run was not rolled back')
}

/** Picks the list of changes from an answer that has one. */
function changesOf(result: unknown): { changes?: unknown } {
  return typeof result === 'object' && result !== null && 'changes' in result
    ? { changes: result.changes }
    : {}
}

/** Remarks of an answer, such as the loads that were entered before with its ticket; of a list, those of all its parts. */
function listed(result: unknown, name: 'sameTickets' | 'expiries'): Record<string, unknown[]> {
  const parts = typeof result === 'object' && result !== null && 'loads' in result ? result.loads : result
  const found = [parts].flat().flatMap((each: unknown) => {
    const its: unknown =
      typeof each === 'object' && each !== null && name in each
        ? (each as Record<typeof name, unknown>)[name]
        : []
    return Array.isArray(its) ? (its as unknown[]) : []
  })
  return found.length > 0 ? { [name]: found } : {}
}

/** Collects the messages of an answer; of a list, those of all its parts. */
function answersIn(result: unknown): string[] {
  return [result].flat().flatMap((each: unknown) => {
    const said = typeof each === 'object' && each !== null && 'message' in each ? each.message : undefined
    return typeof said === 'string' ? [said] : []
  })
}
