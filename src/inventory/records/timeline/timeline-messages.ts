import { readingsToWire, weightSources } from '../../readings/shown.ts'
import { kilogramsFromGrams } from '../../../kernel/weight.ts'
import { DRYING_LOSS } from '../../../system/reasons/reasons.ts'
import { message, type Message } from '../../../words/catalogue.ts'
import { ANYBODY, render } from '../../../words/render.ts'
import type { Wording } from '../../../words/writing.ts'
import { payerOf, reasonOfLoss } from '../loss-reasons.ts'
import type { ShortPlace } from '../schema.ts'
import { messagesOfMovements, type ChangeRow, type TimelineMovementRow } from './timeline-rows.ts'

// What the entries of a timeline say.

/** Describes how stock came, went or moved. */
export function messagesOfMovement(
  row: TimelineMovementRow,
  origin: ShortPlace,
  destination: ShortPlace,
  { isMerge, isPlanned, timeZone }: { isMerge: boolean; isPlanned: boolean; timeZone: string },
): Message[] {
  const load = { weight: kilogramsFromGrams(row.weight_grams), isPlanned }
  const weights = weightSources(readingsToWire(row.readings))
  const weighed = weights.length > 0 ? [message('weightsComeFrom', { weights, timeZone })] : []
  if (row.type === 'outbound')
    return [message('loadWentOut', { ...load, to: destination.name, isSold: row.sold }), ...weighed]
  const came =
    row.type === 'intake'
      ? message('loadCameIn', { ...load, from: origin.name })
      : message('loadMoved', { ...load, from: origin.description, to: destination.description })
  const shrink = { weight: kilogramsFromGrams(row.shrink_grams), payer: payerOf(DRYING_LOSS), isPlanned }
  return [
    came,
    ...(row.shrink_grams > 0 ? [message('dryingTakes', shrink)] : []),
    ...(isMerge ? [message('joinsStockThere', { isPlanned })] : []),
    ...weighed,
  ]
}

/** Whoever counted, where it is somebody else than who entered it. */
export function countedBy(name: string): Message[] {
  return name === '' ? [] : [message('wasCountedBy', { name })]
}

/** A count that later entries have turned round is not what it was entered as. */
export function enteredAs(given: number, reasonId: number): Message[] {
  return given === reasonId ? [] : [message('wasEnteredAs', { reasonName: reasonOfLoss(given).reason })]
}

/**
 * Puts a change into words. What was written before its history had messages stays in English; the beginning of a record can be put
 * in other languages too, where the history uses today's words.
 */
export function messagesOfChange({
  type,
  message: written,
  wording,
  document_number: documentNumber,
  details: { grams = 0 },
}: ChangeRow): Wording[] {
  if (wording && documentNumber !== null)
    return wording.map((each) =>
      messagesOfMovements.includes(each.id) ? { ...each, data: { ...each.data, documentNumber } } : each,
    )
  if (wording) return wording
  if (type !== 'created') return [written]
  const weight = kilogramsFromGrams(grams)
  const known = [
    message('isEnteredWith', { weight }),
    message('isOfferedWith', { weight }),
    message('plantingIsEntered', {}),
  ]
  return [known.find((each) => render(each, ANYBODY) === written) ?? written]
}
