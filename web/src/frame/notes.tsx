import { useEffect, useState, useSyncExternalStore } from 'react'
import { useClockOffsetMinutes } from '../api/clock.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { storeTrouble } from '../offline/store.ts'
import { useWaiting } from '../offline/use-outbox.ts'
import { loadNewest, onUpdate, takeUpdate } from '../start-service-worker.ts'
import { Icon } from '../ui/icons.tsx'
import { messages } from './messages.ts'
import { OfflineNote } from './offline-note.tsx'
import { storeMessages } from './store-messages.ts'

/** Shows what concerns every screen: a new version, that nobody answers, a wrong clock, a device that may forget what waits. */
export function Notes() {
  const m = useMessages(messages)
  const minutes = useClockOffsetMinutes()
  const isAtRisk = useUnprotected()
  return (
    <>
      <Update />
      <StoreTrouble />
      <OfflineNote />
      {minutes !== 0 && (
        <div className="note bad" role="alert">
          <Icon name="warn" />
          {say(m.clockOff, { n: Math.abs(minutes) })}
        </div>
      )}
      {isAtRisk && (
        <div className="note" role="status">
          <Icon name="warn" />
          {m.notPersistent}
        </div>
      )}
    </>
  )
}

/** A page that waits a moment before it is loaded again, so that what is said can be read. */
const RELOADED_AFTER_MS = 2500

/** Another tab has a newer page, or the browser keeps nothing here. What is typed is kept as it is typed. */
function StoreTrouble() {
  const m = useMessages(storeMessages)
  const trouble = useSyncExternalStore(storeTrouble.subscribe, storeTrouble.get)
  useEffect(() => {
    if (trouble !== 'newer') return undefined
    const due = setTimeout(() => location.reload(), RELOADED_AFTER_MS)
    return () => clearTimeout(due)
  }, [trouble])
  if (!trouble) return null
  return (
    <div className="note bad" role="alert">
      <Icon name="warn" />
      {m[trouble]}
      {trouble === 'older' && (
        <button type="button" className="button" onClick={() => void loadNewest()}>
          {m.load}
        </button>
      )}
    </div>
  )
}

/** A new version waits until somebody lets it in, so that nobody loses what they type. */
function Update() {
  const m = useMessages(messages)
  const [next, setNext] = useState<ServiceWorker>()
  useEffect(() => onUpdate(setNext), [])
  if (!next) return null
  return (
    <div className="note" role="status">
      {m.updateReady}
      <button type="button" className="button" onClick={() => takeUpdate(next)}>
        {m.reload}
      </button>
    </div>
  )
}

/** Something waits, and the device has not promised to keep it. */
function useUnprotected(): boolean {
  const waits = useWaiting().length > 0
  const [isKept, setKept] = useState(true)
  useEffect(() => {
    if (waits && 'storage' in navigator) void navigator.storage.persisted().then(setKept)
  }, [waits])
  // Only where it is said to happen: other browsers keep what a site in use has stored.
  return waits && !isKept && /iP(hone|ad)/.test(navigator.userAgent)
}
