import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRefusal } from '../../i18n/refusals.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icons.tsx'
import { useImportWork } from './import-work.ts'
import { messages } from './messages.ts'

/** The steps of an import, in their order. */
const steps = ['kind', 'file', 'columns', 'rows', 'sums', 'entering'] as const
export type ImportStep = (typeof steps)[number]
export const isStep = (text: unknown): text is ImportStep => steps.some((each) => each === text)

/** Shows the current step of the import; steps already taken can be gone back to. */
export function StepLine({ step, kind }: { step: ImportStep; kind: string | undefined }) {
  const m = useMessages(messages)
  const { draft } = useImportWork()
  const at = steps.indexOf(step)
  const isOpen = (index: number) =>
    index !== at && index < 5 && at !== 5 && (index < at || (draft?.kind === kind && kind !== undefined))
  return (
    <nav aria-label={m.steps}>
      <p className="wizard-at small strong">
        {say(m.stepOf, { step: at + 1, steps: steps.length, name: m[step] })}
      </p>
      <ol className="wizard-steps">
        {steps.map((each, index) => {
          const inside = (
            <>
              <span className="wizard-number">
                {index < at ? <Icon name="check" size={14} /> : index + 1}
              </span>
              <span className="wizard-name">{m[each]}</span>
            </>
          )
          return (
            <li
              key={each}
              className={index < at ? 'taken' : ''}
              aria-current={index === at ? 'step' : undefined}
            >
              {isOpen(index) ? (
                <Link
                  to="/import"
                  activeOptions={{ exact: true }}
                  search={each === 'kind' || kind === undefined ? {} : { kind, step: each }}
                >
                  {inside}
                </Link>
              ) : (
                <span>{inside}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** The end of a step: what is still open, the way back and the way on. It stays in view. */
export function StepFoot({
  back,
  children,
}: {
  back?: { kind?: string; step?: ImportStep }
  children?: ReactNode
}) {
  const m = useMessages(messages)
  return (
    <div className="wizard-foot">
      {back && (
        <Link className="button" to="/import" search={back}>
          <Icon name="left" />
          {m.back}
        </Link>
      )}
      {children}
    </div>
  )
}

/** Shows the service's objection to the file as a whole, or the reason why nothing came back. */
export function ImportRefusal({ error }: { error: unknown }) {
  const refusal = useRefusal()
  return (
    <div className="note bad" role="alert">
      <Icon name="warn" />
      <span>{refusal(error)}</span>
    </div>
  )
}
