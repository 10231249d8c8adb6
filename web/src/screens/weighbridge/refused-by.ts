import { Refused } from '../../api/client.ts'
import { refusalIn } from '../../offline/outcome.ts'

/**
 * What a dry run refused; undefined where it did not, or nobody answered. What a proxy or a network's own page says, or a service that is busy,
 * is no refusal: it keeps no lorry from being weighed.
 */
export function refusedBy(error: unknown): Refused | undefined {
  const isRefusal = error instanceof Refused && refusalIn({ status: error.status, body: error.fault })
  return isRefusal ? error : undefined
}
