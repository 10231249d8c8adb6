import { Link, type ErrorComponentProps } from '@tanstack/react-router'
import { reach } from '../api/reach.ts'
import { useMessages } from '../i18n/messages.ts'
import { loadNewest } from '../start-service-worker.ts'
import { messages } from './messages.ts'

/** Stands for a screen that failed, or whose code did not come: what is kept, and how to go on. */
export function Broken({ error, reset }: ErrorComponentProps) {
  const m = useMessages(messages)
  return (
    <div className="panel nothing" role="alert">
      <h1>{m.broken}</h1>
      <p className="quiet">{m.brokenHint}</p>
      <div className="bar">
        <button
          type="button"
          className="button primary"
          onClick={() => (reach.get() ? void loadNewest() : reset())}
        >
          {m.loadAgain}
        </button>
        <Link to="/" className="button">
          {m.goHome}
        </Link>
      </div>
      <details className="small">
        <summary>{m.brokenBy}</summary>
        <p>{error instanceof Error ? error.message : String(error)}</p>
      </details>
    </div>
  )
}
