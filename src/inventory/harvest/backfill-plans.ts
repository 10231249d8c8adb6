import type { Static } from 'typebox'
import type { Transaction } from '../../db/transaction.ts'
import { ensureOwnOrganisation, type Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { filePlantings } from '../records/file-plantings.ts'
import type { BackfillBody } from './schema.ts'

/** Puts every planting of the caller's organisation into its harvest plan; a second time there is nothing to do. */
export async function backfillPlans(
  trx: Transaction,
  actor: Actor,
  { organisationId }: Static<typeof BackfillBody>,
): Promise<Acknowledgement> {
  ensureOwnOrganisation(actor, organisationId)
  const { planIds, plantingsFiled } = await filePlantings(trx, actor, 'all')
  const plansMade = planIds.length
  if (plantingsFiled > 0) {
    await appendEvent(trx, actor, {
      type: 'harvest.plans_backfilled',
      subject: actor.organisationId,
      data: { plansMade, plantingsFiled },
    })
  }
  const plantings = plantingsFiled === 1 ? '1 planting was' : `${plantingsFiled} plantings were`
  const plans = plansMade === 1 ? '1 plan was' : `${plansMade} plans were`
  const message = `${plantings} put into their harvest plans; ${plans} made.`
  return { status: 'success', message, ...(plansMade > 0 && { ids: planIds }) }
}
