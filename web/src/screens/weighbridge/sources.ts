import type { Ticket } from '../../offline/tickets.ts'

// Where the weights of a ticket come from, as it is sent and printed.

type Name = 'full' | 'empty'
type Weighed = Pick<Ticket, Name | 'emptyIsRemembered' | 'typed' | 'typedReason' | 'read'>

/** Source of one weight; undefined where it was not weighed. */
export function sourceOf(ticket: Weighed, name: Name) {
  if (ticket[name] === null) return undefined
  if (name === 'empty' && ticket.emptyIsRemembered) return { source: 'remembered' as const }
  const reason = ticket.typedReason?.trim() ?? ''
  if (ticket.typed.includes(name)) return { source: 'typed' as const, ...(reason !== '' && { reason }) }
  const { before: _onlyAsked, ...read } = ticket.read?.[name] ?? {}
  return { source: 'scale' as const, ...read }
}

/** The readings of a ticket with where they come from: all of them, or those of these names. */
export function weighbridgeOf(ticket: Ticket, names: readonly Name[] = ['full', 'empty']) {
  const weighed = names.filter((name) => ticket[name] !== null)
  return {
    ...Object.fromEntries(weighed.map((name) => [name, ticket[name]])),
    readings: Object.fromEntries(weighed.map((name) => [name, sourceOf(ticket, name)])),
  }
}
