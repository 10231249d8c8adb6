import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../api/session.ts'
import { Count } from '../../forms/count.tsx'
import { Describe } from '../../forms/describe.tsx'
import { Move } from '../../forms/move.tsx'
import type { RecordProps } from '../../forms/record-props.ts'
import { Sample } from '../../forms/sample.tsx'
import { useOnline } from '../../frame/online.ts'
import { useMessages } from '../../i18n/messages.ts'
import { actionMessages } from './action-messages.ts'
import { messages } from './messages.ts'

type Action = 'count' | 'sample' | 'move' | 'describe'

/** Offers the actions on a record that the person looking at it may take. */
export function Actions({ record, etag }: Omit<RecordProps, 'onClose'>) {
  const words = useMessages(messages)
  const m = useMessages(actionMessages)
  const isOnline = useOnline()
  const [opened, open] = useState<Action>()
  const may: Record<Action, boolean> = {
    count: useMay('adjustments:write') && record.isRecordInStorage,
    sample: useMay('samples:write'),
    move: useMay('movements:write') && record.yield.current > 0 && record.source !== 'planting',
    describe: useMay('records:write'),
  }
  const actions = (['count', 'sample', 'move', 'describe'] as const).filter((each) => may[each])
  const { id: recordId, name, storage, commodity } = record
  const lots = [{ recordId, name, weight: record.yield.current, commodityId: commodity.commodity.id }]
  const close = () => open(undefined)
  if (actions.length === 0) return <p className="quiet small">{words.readOnly}</p>
  return (
    <div className="bar">
      {actions.map((action, index) => (
        <button
          key={action}
          type="button"
          className={index === 0 ? 'button primary' : 'button'}
          disabled={!isOnline}
          onClick={() => open(action)}
        >
          {m[action]}
        </button>
      ))}
      {may.move && record.isRecordInStorage && (
        <Link to="/blend" search={{ from: record.id }} className="button">
          {m.blend}
        </Link>
      )}
      {opened === 'count' && <Count name={name} lots={lots} onClose={close} />}
      {opened === 'move' && (
        <Move name={name} from={`${storage.id}/${storage.substorageId}`} lots={lots} onClose={close} />
      )}
      {opened === 'sample' && <Sample record={record} etag={etag} onClose={close} />}
      {opened === 'describe' && <Describe record={record} etag={etag} onClose={close} />}
    </div>
  )
}
