import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useMay, useMe } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icons.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { EnteringStep } from './entering-step.tsx'
import { FileStep } from './file-step.tsx'
import { takeUp, useImportWork } from './import-work.ts'
import './import.css'
import { KindStep } from './kind-step.tsx'
import { findKind, nameOfKind } from './kinds.ts'
import { messages } from './messages.ts'
import { RowsStep } from './rows-step.tsx'
import { Run } from './run.tsx'
import { isStep, StepLine, type ImportStep } from './step-line.tsx'
import { SumsStep } from './sums-step.tsx'

/** A file from a spreadsheet, step by step: what it would enter and what is wrong in it first, and then all that is right. The address has the step. */
export function Import() {
  const m = useMessages(messages)
  const language = useLanguage()
  const { organisation } = useMe()
  const may = useMay('imports:write')
  const isOnline = useOnline()
  const { run, kind, step } = useShown()
  useEffect(() => void takeUp(organisation.id), [organisation.id])
  const body = useRef<HTMLDivElement>(null)
  const shown = `${run ?? ''} ${kind ?? ''} ${step}`
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    // Whoever goes on by keyboard, or listens, begins at the top of the next step.
    window.scrollTo({ top: 0 })
    body.current?.focus({ preventScroll: true })
  }, [shown])
  if (!may)
    return (
      <>
        <Top lead={m.lead} />
        <p className="panel pad quiet">{say(m.mayNot, { organisation: organisation.name })}</p>
      </>
    )
  return (
    <>
      <Top lead={run !== undefined ? m.runLead : kind === undefined ? m.lead : nameOfKind(kind, language)} />
      {!isOnline && (
        <div className="note" role="status">
          <Icon name="cloud" />
          {m.offline}
        </div>
      )}
      {run === undefined && <StepLine step={step} kind={kind} />}
      <div className="stack import" ref={body} tabIndex={-1}>
        {run === undefined ? <Shown kind={kind} step={step} /> : <Run key={run} id={run} />}
      </div>
    </>
  )
}

function Top({ lead }: { lead: string }) {
  const m = useMessages(messages)
  return (
    <header className="top">
      <div>
        <h1>{m.title}</h1>
        <p className="quiet">{lead}</p>
      </div>
    </header>
  )
}

/** Finds the step that the address asks for, as far as there is a file for it. */
function useShown(): { run: string | undefined; kind: string | undefined; step: ImportStep } {
  const { kind: asked, step: said, run } = useSearch({ from: '/import' })
  const { draft, entering, isReady, refused } = useImportWork()
  const navigate = useNavigate()
  const kind = findKind(asked)?.kind
  const wanted = kind === undefined ? 'kind' : isStep(said) ? said : 'file'
  const isEmpty = wanted === 'entering' ? entering === undefined : draft === undefined || draft.kind !== kind
  const isWithout = isReady && isEmpty && wanted !== 'kind' && wanted !== 'file'
  const isBack = wanted === 'entering' && refused !== undefined && draft !== undefined
  useEffect(() => {
    if (!isWithout || run !== undefined || kind === undefined) return
    // What is wrong is said where it can be put right; whoever comes back to an address whose file is gone begins with the file.
    const search = isBack ? { kind, step: 'sums' } : wanted === 'entering' ? {} : { kind }
    void navigate({ to: '/import', search, replace: true })
  }, [isWithout, isBack, run, kind, wanted, navigate])
  return { run, kind, step: isWithout ? 'file' : wanted }
}

function Shown({ kind, step }: { kind: string | undefined; step: ImportStep }) {
  const { tried, draft } = useImportWork()
  if (kind === undefined || step === 'kind') return <KindStep />
  if (step === 'entering') return <EnteringStep />
  if (step === 'file') return <FileStep key={kind} kind={kind} />
  if (!draft || !tried) return null
  if (step === 'columns') return <ColumnsStep draft={draft} tried={tried} />
  if (step === 'rows') return <RowsStep draft={draft} tried={tried} />
  return <SumsStep draft={draft} tried={tried} />
}
