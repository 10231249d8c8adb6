import { queryOptions, useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { useMessages } from '../../i18n/messages.ts'
import { TextField } from '../../ui/parts.tsx'
import { panelMessages } from './panel-messages.ts'

const reasonWantedQuery = queryOptions({
  queryKey: ['organisation', 'wants-reasons'],
  queryFn: async () => (await ask('GET /api/identity/organisation')).requiresReason,
})

/** True if the organisation wants a reason for the correction or deletion of a movement. */
export const useReasonWanted = () => useQuery(reasonWantedQuery).data ?? false

interface Props {
  value: string
  onChange: (reason: string) => void
  fault: string | undefined
}

/** Why, which stands in the history of the movement. */
export function ReasonField({ value, onChange, fault }: Props) {
  const m = useMessages(panelMessages)
  const isWanted = useReasonWanted()
  return (
    <TextField
      label={isWanted ? m.reason : m.reasonIfAny}
      value={value}
      onChange={onChange}
      fault={fault}
      required={isWanted}
    />
  )
}
