import { setImmediate as endOfTurn } from 'node:timers/promises'

const LONGEST_TURN_MILLISECONDS = 10

/**
 * Does long work in turns with whatever else the process has to do: one request that takes seconds to work out must not keep
 * all others waiting for as long. The work yields where it may be interrupted.
 *
 * @example const { records } = await inTurns(composing(entries))
 */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  let begun = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() - begun < LONGEST_TURN_MILLISECONDS) continue
    await endOfTurn()
    begun = performance.now()
  }
}
