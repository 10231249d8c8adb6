import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { ImportRun, UndoneImport } from '../../api/operations.ts'
import { useOnline } from '../../frame/online.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { runMessages } from './run-messages.ts'

const SHOWN = 50

/** Takes an import back, after it was told what would go and what would stay. */
export function Undo({ run }: { run: ImportRun }) {
  const m = useMessages(runMessages)
  const isOnline = useOnline()
  const [isOpen, open] = useState(false)
  const [undone, setUndone] = useState<UndoneImport>()
  const mayBeLeft = run.status !== 'undone' && run.success > 0
  return (
    <>
      <span className="wizard-said small" role="status">
        {undone && say(m.isUndone, { n: undone.undone })}
      </span>
      {mayBeLeft && (
        <button type="button" className="button" disabled={!isOnline} onClick={() => open(true)}>
          {m.undo}
        </button>
      )}
      {isOpen && (
        <UndoDialog
          id={run.id}
          onClose={() => open(false)}
          onUndone={(answer) => {
            setUndone(answer)
            open(false)
          }}
        />
      )}
    </>
  )
}

interface DialogProps {
  id: string
  onClose: () => void
  onUndone: (undone: UndoneImport) => void
}

function UndoDialog({ id, onClose, onUndone }: DialogProps) {
  const m = useMessages(runMessages)
  const sending = useSending()
  const { data, error, refetch } = useQuery({
    queryKey: ['import-undo', id],
    queryFn: () => ask('DELETE /api/inventory/imports/{id}', { path: { id }, query: { dryRun: true } }),
    staleTime: 0,
    gcTime: 0,
  })
  const undo = () => sending.send(() => ask('DELETE /api/inventory/imports/{id}', { path: { id } }), onUndone)
  return (
    <Dialog title={m.undoTitle} onClose={onClose} isWide>
      {!data && (error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton rows={1} />)}
      {data && (
        <Form
          sending={sending}
          action={say(m.undoThings, { n: data.undone })}
          isReady={data.undone > 0}
          onSend={undo}
          onCancel={onClose}
        >
          <Told would={data} />
        </Form>
      )}
    </Dialog>
  )
}

/** Lists the things that would go, counted by kind, and those that would stay, row by row. */
function Told({ would }: { would: UndoneImport }) {
  const m = useMessages(runMessages)
  const words: Record<string, string | undefined> = m
  const going = Map.groupBy(
    would.results.filter(({ status }) => status === 'undone'),
    ({ what }) => what,
  )
  const staying = would.results.filter(({ status }) => status === 'refused')
  return (
    <>
      {would.undone === 0 ? (
        <p>{m.nothingToUndo}</p>
      ) : (
        <>
          <p>{say(m.wouldGo, { n: would.undone })}</p>
          <ul className="bar">
            {[...going].map(([what, each]) => (
              <li key={what} className="badge">
                {say(words[`undo_${what}`] ?? `{n} ${what}`, { n: each.length })}
              </li>
            ))}
          </ul>
        </>
      )}
      {would.refused > 0 && (
        <section className="stack tight" aria-labelledby="staying">
          <h3 id="staying" className="strong">
            {say(m.wouldStay, { n: would.refused })}
          </h3>
          <ul className="staying scroll" tabIndex={0}>
            {staying.slice(0, SHOWN).map(({ rows, what, subject, message }) => (
              <li key={`${rows} ${what} ${subject}`}>
                <span className="badge grain">{say(m.row, { row: rows })}</span> {message}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
