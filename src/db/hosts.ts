import { MendableError } from '../kernel/errors.ts'
import { message } from '../words/catalogue.ts'

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)([^?#]*)(\?[^#]*)?/i
const TARGET = 'target_session_attrs'
/** Granary writes, so nothing else than a server that takes writes will do, and nobody has to say so. */
const TARGETS = new Set(['any', 'read-write', 'primary'])

/** In words that go on a sentence about a URL. */
export class UnusableHosts extends MendableError {}

/**
 * A URL for each server that a `DATABASE_URL` names, as libpq reads it: `postgres://granary@db1:5432,db2:5432/granary`.
 *
 * @throws UnusableHosts
 */
export function splitHosts(databaseUrl: string): string[] {
  const [, start = '', hosts = '', path = '', query = ''] = PARTS.exec(databaseUrl) ?? []
  const parameters = new URLSearchParams(query)
  const target = parameters.get(TARGET)
  if (target !== null && !TARGETS.has(target))
    throw new UnusableHosts(message('asksForOtherServer', { parameter: TARGET, target }))
  if ((parameters.get('host') ?? '').includes(',') || (parameters.get('port') ?? '').includes(','))
    throw new UnusableHosts(message('namesServersBehind', {}))
  parameters.delete(TARGET)
  const rest = parameters.size === 0 ? '' : `?${parameters.toString()}`
  return hosts.split(',').map((host) => `${start}${host}${path}${rest}`)
}
