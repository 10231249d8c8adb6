import { useState } from 'react'
import { say, useMessages } from '../../i18n/messages.ts'
import type { Entry } from '../../stock/timeline.ts'
import { EntryLine } from './entry-line.tsx'
import { messages } from './messages.ts'

const AT_ONCE = 40

interface Props {
  recordId: string
  commodityId: number
  entries: Entry[]
}

/** The timeline, newest first: counts are its fixed points. */
export function Happened({ recordId, commodityId, entries }: Props) {
  const m = useMessages(messages)
  const [count, setCount] = useState(AT_ONCE)
  const left = entries.length - count
  return (
    <section className="panel explain">
      <h2>{m.happened}</h2>
      <ol className="timeline">
        {entries.slice(0, count).map((entry) => (
          <EntryLine key={entry.key} {...{ recordId, commodityId, entry }} />
        ))}
      </ol>
      {left > 0 && (
        <button type="button" className="button" onClick={() => setCount(count + 200)}>
          {say(m.more, { n: Math.min(200, left) })}
        </button>
      )}
    </section>
  )
}
