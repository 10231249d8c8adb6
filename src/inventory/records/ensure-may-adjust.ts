import type { Actor } from '../../http/actor.ts'
import { isPermitted, rolesWith } from '../../kernel/permissions.ts'
import { Refusal } from '../../kernel/errors.ts'
import { message } from '../../words/catalogue.ts'

/**
 * Refuses a correction that comes along with something else, by whoever may not count stock: a load's `adjustment`, or the
 * `adjustToZero` of a load or of new stock (docs/decisions/0007-who-enters-what.md).
 *
 * @throws Refusal `forbidden`
 */
export function ensureMayAdjust(actor: Actor): void {
  if (isPermitted(actor, 'adjustments:write')) return
  const able = rolesWith('adjustments:write')
  throw new Refusal('forbidden', message('mayNotAdjust', { role: actor.role, able }), {
    details: { role: actor.role, permission: 'adjustments:write', roles: able },
  })
}
