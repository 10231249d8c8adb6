import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { say, useMessages } from '../../i18n/messages.ts'
import { withMapping, type ImportDraft } from './draft.ts'
import { Faults } from './faults.tsx'
import { change, tryOut, useImportWork } from './import-work.ts'
import type { Question, Tried } from './try-file.ts'
import { InOrder, isInOrder } from './in-order.tsx'
import { CountsThatStand } from './counts-that-stand.tsx'
import { DaysAlone } from './days-alone.tsx'
import { Missing } from './missing.tsx'
import { rowsMessages } from './rows-messages.ts'
import { ClosedDays } from './closed-days.tsx'
import { SameNumbers } from './same-numbers.tsx'
import { SetAside } from './set-aside.tsx'
import { ImportRefusal, StepFoot } from './step-line.tsx'
import { Warnings, warningsOf } from './warnings.tsx'

interface Props {
  draft: ImportDraft
  tried: Tried
}

/** Shows the file's open questions, the missing things it names, and the faults of its rows. */
export function RowsStep({ draft, tried }: Props) {
  const { isTrying, isStale, refused } = useImportWork()
  const { result, questions, error } = tried
  const wrong = result ? result.validation + result.errors : 0
  return (
    <div className="stack" aria-busy={isTrying}>
      {refused !== undefined && questions.length === 0 && <ImportRefusal error={refused} />}
      {error !== undefined && refused === undefined && questions.length === 0 && (
        <ImportRefusal error={error} />
      )}
      {questions.length > 0 && <Questions draft={draft} questions={questions} />}
      {result && (
        <>
          {!isStale && isInOrder(result, draft) && <InOrder rows={result.totalRows} />}
          <Missing draft={draft} missing={result.missing} />
          <SetAside draft={draft} result={result} />
          <CountsThatStand counts={result.countsThatStand} />
          <DaysAlone draft={draft} rows={result.daysAlone} />
          <ClosedDays draft={draft} rows={result.closedDays} />
          <SameNumbers draft={draft} rows={result.sameNumbers} />
          {(wrong > 0 || draft.leftOut.length > 0) && <Faults draft={draft} result={result} />}
          <Warnings draft={draft} result={result} />
        </>
      )}
      <Foot draft={draft} tried={tried} wrong={wrong} />
    </div>
  )
}

/** One golden button: try again what was changed, or go on. */
function Foot({ draft, tried, wrong }: Props & { wrong: number }) {
  const m = useMessages(rowsMessages)
  const navigate = useNavigate()
  const { isTrying, isStale } = useImportWork()
  const { result, questions } = tried
  const warnings = result ? warningsOf(result, draft).length : 0
  const isOpen = warnings > 0 && draft.looked !== warnings
  const next = () => void navigate({ to: '/import', search: { kind: draft.kind, step: 'sums' } })
  return (
    <StepFoot back={{ kind: draft.kind, step: 'columns' }}>
      <span className="wizard-said quiet small" role="status">
        {isTrying
          ? m.isTried
          : questions.length > 0
            ? say(m.open, { n: questions.length })
            : isOpen
              ? m.lookFirst
              : wrong > 0 && !isStale
                ? say(m.stayOut, { n: wrong })
                : ''}
      </span>
      {isStale || (!result && questions.length === 0) ? (
        <button type="button" className="button primary" disabled={isTrying} onClick={() => void tryOut()}>
          {m.again}
        </button>
      ) : (
        result && (
          <button type="button" className="button primary" disabled={isTrying || isOpen} onClick={next}>
            {m.next}
          </button>
        )
      )}
    </StepFoot>
  )
}

/** Asks about values that can be read in several ways: somebody chooses one. */
function Questions({ draft, questions }: { draft: ImportDraft; questions: Question[] }) {
  const m = useMessages(rowsMessages)
  const list = useRef<HTMLElement>(null)
  const count = questions.length
  const before = useRef(count)
  useEffect(() => {
    // The one that was answered is gone, and the focus with it.
    if (before.current !== count) list.current?.focus()
    before.current = count
  }, [count])
  return (
    <section className="stack" aria-labelledby="questions" tabIndex={-1} ref={list}>
      <h2 id="questions">{say(m.questions, { n: count })}</h2>
      {questions.map((each) => (
        <fieldset key={`${each.question} ${each.column} ${each.header}`} className="panel pad stack question">
          <legend className="hidden">{each.message}</legend>
          <div>
            <p className="strong">{each.message}</p>
            {each.examples.length > 0 && (
              <p className="quiet small">{say(m.examples, { cells: each.examples.join(' · ') })}</p>
            )}
          </div>
          <div className="bar">
            {each.choices.map(({ text, mapping }) => (
              <button
                key={text}
                type="button"
                className="button"
                onClick={() => change(withMapping(draft, mapping))}
              >
                {text}
              </button>
            ))}
          </div>
        </fieldset>
      ))}
    </section>
  )
}
