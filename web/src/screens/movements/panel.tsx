import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ask, rehearse } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { useDeviceSettings } from '../../scale/device-settings.ts'
import { epcis, Papers, passportPaper, printable, ticketPaper } from '../../frame/papers.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useSending } from '../../ui/form.tsx'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { Complete } from './complete.tsx'
import type { ChangeProps } from './driver-fields.tsx'
import { Duplicate } from './duplicate.tsx'
import { Edit } from './edit.tsx'
import { panelMessages } from './panel-messages.ts'
import { movementQuery } from './queries.ts'
import type { RemovedMovement } from './removed.tsx'
import { TicketFacts } from './ticket-facts.tsx'

interface Props {
  id: string
  onClose: () => void
  onRemoved: (removed: RemovedMovement) => void
}

/** One movement beside the list: its ticket, photo, what it was made of and its history, and what can be done with it. */
export function Panel({ id, onClose, onRemoved }: Props) {
  const m = useMessages(panelMessages)
  const { data, error, refetch } = useQuery(movementQuery(id))
  return (
    <Dialog title={say(m.title, { uid: data?.uid ?? '' })} onClose={onClose} isSide>
      {!data && (error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton />)}
      {data && (
        <>
          <TicketFacts movement={data} />
          <Link to="/stock/$id" params={{ id: data.inventory.recordId }} search={{}} className="button">
            {m.seeStock}
          </Link>
          <MovementPapers movement={data} />
          <Changes movement={data} reread={refetch} onRemoved={onRemoved} />
        </>
      )}
    </Dialog>
  )
}

/** What goes with a lorry, on the paper that this device prints on; and what to do when there is a complaint about it. */
function MovementPapers({ movement }: Pick<ChangesProps, 'movement'>) {
  const { paper } = useDeviceSettings()
  const id = String(movement.id)
  return (
    <Papers
      papers={[
        ticketPaper(id, paper),
        passportPaper(id),
        printable('recall', 'GET /api/inventory/movements/{id}/recall.pdf', { path: { id } }),
        epcis('GET /api/inventory/movements/{id}/trace', id),
      ]}
    />
  )
}

type Change = 'edit' | 'complete' | 'duplicate'

type ChangesProps = Pick<ChangeProps, 'movement' | 'reread'> & Pick<Props, 'onRemoved'>

function Changes({ movement, reread, onRemoved }: ChangesProps) {
  const m = useMessages(panelMessages)
  const refusal = useRefusal()
  const isOnline = useOnline()
  const mayWrite = useMay('movements:write')
  const removing = useSending()
  const [opened, open] = useState<Change>()
  if (!mayWrite || movement.status === 'deleted') return null
  const isIncomplete = movement.status === 'incomplete'
  const path = { id: String(movement.id) }
  const body = { recordId: movement.inventory.recordId }
  async function remove(): Promise<void> {
    let balances: RemovedMovement['balances'] = []
    const isDone = await removing.send(async () => {
      balances = (await rehearse('DELETE /api/inventory/movements/{id}', { path, body })).dryRun.balances
      await ask('DELETE /api/inventory/movements/{id}', { path, body })
    })
    if (isDone) onRemoved({ movement, balances })
  }
  const close = () => open(undefined)
  if (opened === 'edit') return <Edit movement={movement} reread={reread} onClose={close} />
  if (opened === 'complete') return <Complete movement={movement} reread={reread} onClose={close} />
  if (opened === 'duplicate') return <Duplicate movement={movement} onClose={close} />
  return (
    <>
      {removing.error !== null && (
        <div className="note bad" role="alert">
          {refusal(removing.error)}
        </div>
      )}
      <div className="bar">
        <button
          type="button"
          className={isIncomplete ? 'button primary' : 'button'}
          disabled={!isOnline}
          onClick={() => open('complete')}
        >
          {isIncomplete ? m.complete : m.readings}
        </button>
        <button type="button" className="button" disabled={!isOnline} onClick={() => open('edit')}>
          {m.edit}
        </button>
        <button type="button" className="button" disabled={!isOnline} onClick={() => open('duplicate')}>
          {m.duplicate}
        </button>
        <button
          type="button"
          className="button"
          disabled={!isOnline || removing.isBusy}
          onClick={() => void remove()}
        >
          {m.remove}
        </button>
      </div>
    </>
  )
}
