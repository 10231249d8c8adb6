import type { ActionProps } from './action-props.ts'
import { Link } from '@tanstack/react-router'
import { useState, type ComponentType } from 'react'
import { useMay } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { useMessages } from '../../i18n/messages.ts'
import { actionMessages } from './action-messages.ts'
import { Count } from './count.tsx'
import { Describe } from './describe.tsx'
import { messages } from './messages.ts'
import { Move } from './move.tsx'
import { TakeSample } from './take-sample.tsx'

type Action = 'count' | 'sample' | 'move' | 'describe'
const dialogs: Record<Action, ComponentType<ActionProps>> = {
  count: Count,
  sample: TakeSample,
  move: Move,
  describe: Describe,
}

/** What can be done with a record by whoever looks at it. */
export function Actions({ record, etag }: Omit<ActionProps, 'onClose'>) {
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
  const Opened = opened && dialogs[opened]
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
      {Opened && <Opened record={record} etag={etag} onClose={() => open(undefined)} />}
    </div>
  )
}
