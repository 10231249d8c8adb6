import { isPermitted, type Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'

/**
 * Refuses a correction that comes along with something else, by whoever may not count stock: a load's `adjustment`, or the
 * `adjustToZero` of a load or of new stock (docs/decisions/0007-who-enters-what.md).
 *
 * @throws Refusal `forbidden`
 */
export function ensureMayAdjust(actor: Actor): void {
  if (isPermitted(actor, 'adjustments:write')) return
  throw new Refusal('forbidden', `Your role, ${actor.role}, may move stock, but not adjust it.`)
}
