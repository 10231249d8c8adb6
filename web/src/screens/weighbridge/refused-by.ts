import { Refused } from '../../api/client.ts'
import { refusalIn } from '../../offline/outcome.ts'

/**
 * Returns the refusal of a dry run; undefined if there was none, or nobody answered.
 * Messages of a proxy, a network's own page or a busy service are no refusals: they keep no lorry from being weighed.
 */
export function refusedBy(error: unknown): Refused | undefined {
  const isRefusal = error instanceof Refused && refusalIn({ status: error.status, body: error.fault })
  return isRefusal ? error : undefined
}
