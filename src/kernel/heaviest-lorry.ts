import { fault, type Fault } from './errors.ts'
import { kilogramsFromGrams } from './weight.ts'
import { message } from '../words/catalogue.ts'

/** No lorry weighs more: what is typed above it is a slip of the finger (docs/decisions/0092-what-a-lorry-weighs.md). */
const HEAVIEST_GRAMS = 200_000_000

/** Finds the fault of a weight that no lorry has; null is a weight that was not taken. */
export function heaviestFaults(path: string, grams: number | null): Fault[] {
  if (grams === null || grams <= HEAVIEST_GRAMS) return []
  const said = message('isHeavierThanLorries', {
    weight: kilogramsFromGrams(grams),
    limit: kilogramsFromGrams(HEAVIEST_GRAMS),
  })
  return [fault(path, said, 'maximum')]
}
