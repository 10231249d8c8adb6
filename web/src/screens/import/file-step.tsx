import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ClipboardEvent as ReactPaste, type DragEvent } from 'react'
import { useOnline } from '../../frame/online.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icons.tsx'
import { Field } from '../../ui/parts.tsx'
import { stocktakeQuery } from '../../stock/stocktake-query.ts'
import { begin, giveUp, useImportWork } from './import-work.ts'
import { nameOfKind } from './kinds.ts'
import { messages } from './messages.ts'
import { ImportRefusal, StepFoot } from './step-line.tsx'
import { TriedSince } from './tried-since.tsx'

const TAKEN =
  '.csv,.tsv,.txt,.xlsx,.ods,.geojson,.json,.kml,.kmz,.zip,text/csv,text/tab-separated-values,text/plain'

/** The file: chosen, dropped, or pasted as cells from a spreadsheet. */
export function FileStep({ kind }: { kind: string }) {
  const m = useMessages(messages)
  const language = useLanguage()
  const navigate = useNavigate()
  const isOnline = useOnline()
  const { draft, file, tried, isTrying } = useImportWork()
  const { stocktake } = useSearch({ from: '/import' })
  const [isOver, setOver] = useState(false)
  const isOurs = draft?.kind === kind
  const isBusy = isTrying && isOurs
  const take = async (file: Blob, name: string) => {
    // Another file than the one that is being read may be chosen at any time.
    if (!isOnline) return
    if (await begin(kind, file, name, stocktake))
      void navigate({ to: '/import', search: { kind, step: 'columns' } })
  }
  const takeText = (text: string) =>
    void take(
      new Blob([text], { type: 'text/tab-separated-values' }),
      `${say(m.pastedName, { kind: nameOfKind(kind, language) })}.tsv`,
    )
  usePasteAnywhere(takeText)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) void take(file, file.name)
  }
  const isRefused = isOurs && !isTrying && tried?.error !== undefined && !tried.table?.header.length
  return (
    <>
      {isRefused && <ImportRefusal error={tried.error} />}
      {stocktake !== undefined && <IntoStocktake id={stocktake} />}
      <section
        className={isOver ? 'panel drop over' : 'panel drop'}
        aria-labelledby="drop"
        aria-busy={isBusy}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="up" size={32} />
        <h2 id="drop">{m.fileTitle}</h2>
        <p className="quiet">{m.fileHint}</p>
        <Picker isDisabled={!isOnline} onPick={(file) => void take(file, file.name)} />
        <div role="status">{isBusy && <p className="strong">{say(m.isRead, { name: draft.name })}</p>}</div>
        {isBusy && file && <TriedSince file={file} />}
      </section>
      <Paste isDisabled={!isOnline} onPaste={takeText} />
      <StepFoot back={{}}>
        {isOurs && tried?.table && !isBusy && (
          <button type="button" className="button" onClick={giveUp}>
            {say(m.giveUpFile, { name: draft.name })}
          </button>
        )}
      </StepFoot>
    </>
  )
}

/** Which session the counts of the file go into. */
function IntoStocktake({ id }: { id: string }) {
  const m = useMessages(messages)
  const name = useQuery(stocktakeQuery(id)).data?.result.name
  return name === undefined ? null : <p className="note">{say(m.intoStocktake, { name })}</p>
}

/** Cells of a spreadsheet, as it puts them into the clipboard. */
function Paste({ isDisabled, onPaste }: { isDisabled: boolean; onPaste: (text: string) => void }) {
  const m = useMessages(messages)
  const [pasted, setPasted] = useState('')
  return (
    <section className="panel pad stack" aria-labelledby="paste">
      <h2 id="paste">{m.pasteTitle}</h2>
      <Field label={m.paste} hint={m.pasteHint}>
        {(control) => (
          <textarea
            {...control}
            className="input pasted"
            rows={4}
            spellCheck={false}
            value={pasted}
            onChange={({ target }) => setPasted(target.value)}
            onPaste={(event: ReactPaste) => event.stopPropagation()}
          />
        )}
      </Field>
      <button
        type="button"
        className="button start"
        disabled={isDisabled || pasted.trim() === ''}
        onClick={() => onPaste(pasted)}
      >
        {pasted.trim() === ''
          ? m.usePasted
          : say(m.usePastedRows, { n: Math.max(pasted.trim().split('\n').length - 1, 0) })}
      </button>
    </section>
  )
}

/** The browser's own way to a file: on a phone the files of the phone. */
function Picker({ isDisabled, onPick }: { isDisabled: boolean; onPick: (file: File) => void }) {
  const m = useMessages(messages)
  return (
    <label className={isDisabled ? 'button primary big file-button off' : 'button primary big file-button'}>
      {m.choose}
      <input
        type="file"
        accept={TAKEN}
        disabled={isDisabled}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onPick(file)
          // The same file, corrected, can be chosen again.
          target.value = ''
        }}
      />
    </label>
  )
}

/** Cells that are pasted anywhere on the page are taken at once. */
function usePasteAnywhere(onPaste: (text: string) => void): void {
  const current = useRef(onPaste)
  useEffect(() => {
    current.current = onPaste
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (text.includes('\t') && text.includes('\n')) current.current(text)
    }
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
}
