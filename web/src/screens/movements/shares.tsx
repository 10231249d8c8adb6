import { useQueries } from '@tanstack/react-query'
import type { Movement } from '../../api/operations.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { shareOf } from '../../stock/share.ts'
import { TextField } from '../../ui/parts.tsx'
import { panelMessages } from './panel-messages.ts'
import { movementQuery } from './queries.ts'
import { placeName } from './shown.tsx'

type Ticket = Movement['ticket'] & object

/** True if a movement is one of several that one lorry carried. */
export const isParted = ({ ticket }: Movement): boolean => (ticket?.parts.length ?? 0) > 1

/** The shares of a ticket's parts as they are typed: where weights were given, those are its shares so far. */
export const typedShares = (ticket: Ticket | undefined): string[] =>
  ticket?.parts.map(({ share, weight }) => String(share ?? weight ?? 1)) ?? []

/** Returns the typed shares to send: nothing if they are as before, undefined if one is no share. */
export function changedShares(
  ticket: Ticket | undefined,
  typed: string[],
): { shares?: number[] } | undefined {
  const before = typedShares(ticket)
  if (before.length === typed.length && before.every((share, index) => share === typed[index])) return {}
  const shares = typed.flatMap((text) => shareOf(text) ?? [])
  return shares.length === typed.length ? { shares } : undefined
}

/** Form for the shares of the lorry's net among its bays, if it has several. */
export function Shares({
  movement,
  typed,
  onType,
}: {
  movement: Movement
  typed: string[]
  onType: (typed: string[]) => void
}) {
  const m = useMessages(panelMessages)
  const ids = movement.ticket?.parts.map(({ movementId }) => String(movementId)) ?? []
  const parts = useQueries({ queries: ids.map((id) => movementQuery(id)) })
  const nameOf = (index: number) => {
    const storage = parts[index]?.data?.result.inventory.storage
    return storage ? placeName(movement.type === 'outbound' ? storage.source : storage.destination) : ''
  }
  if (!isParted(movement)) return null
  return (
    <div className="two">
      {ids.map((id, index) => (
        <TextField
          key={id}
          label={say(m.shareOf, { bay: nameOf(index) || id })}
          value={typed[index] ?? ''}
          onChange={(text) => onType(typed.with(index, text))}
          fault={shareOf(typed[index] ?? '') === undefined ? m.notAShare : undefined}
        />
      ))}
    </div>
  )
}
