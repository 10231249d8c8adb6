import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useDeviceSettings } from '../../scale/device-settings.ts'
import { epcis, Papers, passportPaper, printable, ticketPaper } from '../../frame/papers.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { Complete } from './complete.tsx'
import type { ChangeProps } from './change-props.ts'
import { Duplicate } from './duplicate.tsx'
import { Edit } from './edit.tsx'
import { panelMessages } from './panel-messages.ts'
import { movementQuery } from './queries.ts'
import { Remove, Restore } from './remove.tsx'
import type { RemovedMovement } from './removed.tsx'
import { TicketDetails, TicketFacts } from './ticket-facts.tsx'

interface Props {
  id: string
  onClose: () => void
  onRemoved: (removed: RemovedMovement) => void
}

/** One movement beside the list: its ticket and what can be done with it, then photo, what it was made of, history and papers. */
export function MovementPanel({ id, onClose, onRemoved }: Props) {
  const m = useMessages(panelMessages)
  const { data, error, refetch } = useQuery(movementQuery(id))
  return (
    <Dialog
      title={say(m.title, { uid: data?.result.documentNumber || data?.result.uid || '' })}
      onClose={onClose}
      isSide
    >
      {!data && (error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton />)}
      {data && (
        <>
          <TicketFacts movement={data.result} />
          <Changes movement={data.result} etag={data.etag} reread={refetch} onRemoved={onRemoved} />
          <TicketDetails movement={data.result} />
          <Link
            to="/stock/$id"
            params={{ id: data.result.inventory.recordId }}
            search={{}}
            className="button"
          >
            {m.seeStock}
          </Link>
          <MovementPapers movement={data.result} />
        </>
      )}
    </Dialog>
  )
}

/** Lists the papers that go with a lorry, for the paper size of this device; and the one to use for a complaint about it. */
function MovementPapers({ movement }: Pick<ChangesProps, 'movement'>) {
  const { paper } = useDeviceSettings()
  const id = String(movement.id)
  const { driver, inventory } = movement
  const { source, destination } = inventory.storage
  const places = [source, destination].flatMap((side) => [
    side.organisationName,
    side.name,
    side.substorageName,
  ])
  return (
    <Papers
      names={[driver.name, driver.vehicleRegistration, driver.loadReference, ...places]}
      papers={[
        ticketPaper(id, paper),
        // It goes with what leaves: what comes in is stored nowhere of ours yet.
        ...(movement.type === 'intake' ? [] : [passportPaper(id)]),
        printable('recall', 'GET /api/inventory/movements/{id}/recall.pdf', { path: { id } }),
        epcis('GET /api/inventory/movements/{id}/trace', id),
      ]}
    />
  )
}

type Change = 'edit' | 'complete' | 'duplicate' | 'remove'

type ChangesProps = Pick<ChangeProps, 'movement' | 'etag' | 'reread'> & Pick<Props, 'onRemoved'>

function Changes({ movement, etag, reread, onRemoved }: ChangesProps) {
  const m = useMessages(panelMessages)
  const isOnline = useOnline()
  const mayWrite = useMay('movements:write')
  const [opened, open] = useState<Change>()
  if (!mayWrite) return null
  if (movement.status === 'deleted') return <Restore movement={movement} reread={reread} />
  const isIncomplete = movement.status === 'incomplete'
  const close = () => open(undefined)
  if (opened === 'edit')
    return <Edit {...{ movement, etag, reread }} onClose={close} onReadings={() => open('complete')} />
  if (opened === 'complete') return <Complete {...{ movement, etag, reread }} onClose={close} />
  if (opened === 'duplicate') return <Duplicate movement={movement} onClose={close} />
  if (opened === 'remove') return <Remove {...{ movement, etag, onRemoved }} onClose={close} />
  const names = {
    complete: isIncomplete ? m.complete : m.readings,
    edit: m.edit,
    duplicate: m.duplicate,
    remove: m.remove,
  }
  return (
    <div className="bar">
      {(['complete', 'edit', 'duplicate', 'remove'] as const).map((change) => (
        <button
          key={change}
          type="button"
          className={change === 'complete' && isIncomplete ? 'button primary' : 'button'}
          disabled={!isOnline}
          onClick={() => open(change)}
        >
          {names[change]}
        </button>
      ))}
    </div>
  )
}
