import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { sendForm } from '../../api/client.ts'
import type { FileImportResult } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { OfflineLine } from '../../frame/offline-line.tsx'
import { useOnline } from '../../frame/online.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { download } from '../../ui/download.ts'
import { Icon } from '../../ui/icons.tsx'
import { Choice, Field } from '../../ui/parts.tsx'
import './import.css'
import { isKind, kinds, type ImportKind } from './kinds.ts'
import { messages } from './messages.ts'
import { Outcome } from './outcome.tsx'

/** A file from a spreadsheet: what it would enter and what is wrong in it first, and then all that is right. */
export function Import() {
  const m = useMessages(messages)
  const { organisation } = useMe()
  const may = useMay('imports:write')
  const { kind = 'stores' } = useSearch({ from: '/import' })
  return (
    <>
      <header className="top">
        <div>
          <h1>{m.title}</h1>
          <p className="quiet">{m.lead}</p>
        </div>
      </header>
      <OfflineLine readAt={0} />
      {may ? (
        <FileForm key={kind} kind={kind} />
      ) : (
        <p className="panel pad quiet">{say(m.mayNot, { organisation: organisation.name })}</p>
      )}
    </>
  )
}

interface Sent {
  file: File
  result: FileImportResult
  isDone: boolean
}

/** Sends a file, and remembers what came of it. */
function useSentFile(kind: ImportKind) {
  const queries = useQueryClient()
  const [sent, setSent] = useState<Sent>()
  const [fault, setFault] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  async function send(file: File, isDryRun: boolean): Promise<void> {
    setBusy(true)
    setFault(undefined)
    try {
      const form = new FormData()
      form.append('file', file)
      const result = await sendForm(`/api/inventory/imports/${kind}?dryRun=${isDryRun}`, form)
      setSent({ file, result: result as FileImportResult, isDone: !isDryRun })
      if (!isDryRun) void queries.invalidateQueries()
    } catch (error) {
      setFault(error)
    } finally {
      setBusy(false)
    }
  }
  return { sent, fault, isBusy, send }
}

function FileForm({ kind }: { kind: ImportKind }) {
  const m = useMessages(messages)
  const refusal = useRefusal()
  const navigate = useNavigate()
  const isOnline = useOnline()
  const { sent, fault, isBusy, send } = useSentFile(kind)
  return (
    <div className="stack import" aria-busy={isBusy}>
      <section className="panel pad stack">
        <div className="two">
          <Choice
            label={m.kind}
            value={kind}
            onChange={(next) => isKind(next) && void navigate({ to: '/import', search: { kind: next } })}
          >
            {kinds.map((each) => (
              <option key={each} value={each}>
                {m[each]}
              </option>
            ))}
          </Choice>
          <Field label={m.file} hint={m.fileHint}>
            {(control) => (
              <input
                {...control}
                className="input file"
                type="file"
                accept=".csv,text/csv,text/plain"
                disabled={!isOnline || isBusy}
                onChange={({ target }) => {
                  const [file] = target.files ?? []
                  if (!file) return
                  void send(file, true)
                  // The same file, corrected, can be chosen again.
                  target.value = ''
                }}
              />
            )}
          </Field>
        </div>
        <Template kind={kind} />
      </section>
      {fault !== undefined && (
        <div className="note bad" role="alert">
          {refusal(fault)}
        </div>
      )}
      {sent && (
        <Outcome
          {...sent}
          name={sent.file.name}
          isBusy={isBusy || !isOnline}
          onCommit={() => void send(sent.file, false)}
        />
      )}
    </div>
  )
}

/** An empty table with the right columns, to be filled in. */
function Template({ kind }: { kind: ImportKind }) {
  const m = useMessages(messages)
  const name = `${kind.replace('/', '-')}.csv`
  return (
    <button
      type="button"
      className="button start"
      onClick={() => void download(`/api/inventory/imports/${kind}/template`, name)}
    >
      <Icon name="down" />
      {m.template}
    </button>
  )
}
