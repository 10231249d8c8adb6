import { fault, type Fault } from '../../kernel/errors.ts'
import { sayWeight } from '../../kernel/weight.ts'
import { findReason } from '../../system/reasons/reasons.ts'

/**
 * What is wrong with the reason for a change of stock: it is no managed one, or goes the other way than the change.
 *
 * @param grams what the change adds, negative for what it takes away; 0 goes with any reason
 * @param what whose change it is, in the words of a sentence
 */
export function reasonFaults(path: string, reasonId: number, grams: number, what: string): Fault[] {
  const reason = findReason('adjustment', reasonId)
  if (!reason) return [fault(path, 'is not a managed adjustment reason', 'unknown_reason')]
  const { description, direction } = reason
  if (direction === 'loss' && grams > 0)
    return [
      fault(
        path,
        `is “${description}”, which takes stock away; ${what} adds ${sayWeight(grams)}`,
        'direction',
      ),
    ]
  if (direction === 'gain' && grams < 0)
    return [
      fault(
        path,
        `is “${description}”, which adds stock; ${what} takes ${sayWeight(-grams)} away`,
        'direction',
      ),
    ]
  return []
}
