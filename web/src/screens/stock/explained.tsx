import { useState } from 'react'
import type { FullRecord } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { stepOf, explainedSteps, type Step, type StepKind } from '../../stock/explain.ts'
import type { Entry } from '../../stock/timeline.ts'
import { Icon } from '../../ui/icons.tsx'
import { Waterfall } from '../../ui/waterfall.tsx'
import { EntryLine } from './entry-line.tsx'
import { messages } from './messages.ts'

const toneOf = ({ kind, kg }: Step) =>
  kind === 'here' ? 'now' : kind === 'lost' ? 'bad' : kg < 0 ? 'out' : 'in'

/** From all that came in to what lies here now, to the gram. Each bar opens its entries. */
export function Explained({ record, entries }: { record: FullRecord; entries: Entry[] }) {
  const commodityId = record.commodity.commodity.id
  const m = useMessages(messages)
  const [opened, open] = useState<StepKind>()
  const steps = explainedSteps(record.yield)
  const toggle = (kind: string) => {
    const step = steps.find((each) => each.kind === kind)
    if (step && step.kind !== 'here') open(opened === step.kind ? undefined : step.kind)
  }
  if (steps.length === 1)
    return (
      <section className="panel explain">
        <h2>{m.explained}</h2>
        <p className="quiet">{m.nothingYet}</p>
      </section>
    )
  return (
    <section className="panel explain">
      <h2>{m.explained}</h2>
      <div className="explain-body">
        <Waterfall
          bars={steps.map((step) => ({ ...step, key: step.kind, tone: toneOf(step) }))}
          onPick={toggle}
        />
        <div>
          <ul className="steps">
            {steps.map((step) => (
              <StepLine
                key={step.kind}
                step={step}
                commodityId={commodityId}
                isOpen={opened === step.kind}
                onOpen={() => toggle(step.kind)}
              />
            ))}
          </ul>
          <p className="quiet small">{m.explainHint}</p>
        </div>
      </div>
      {opened !== undefined && <Entries kind={opened} {...{ entries, commodityId }} />}
    </section>
  )
}

interface StepProps {
  step: Step
  /** By which a bushel is one. */
  commodityId: number
  isOpen: boolean
  onOpen: () => void
}

function StepLine({ step, commodityId, isOpen, onOpen }: StepProps) {
  const m = useMessages(messages)
  const formats = useFormats(commodityId)
  if (step.kind === 'here')
    return (
      <li className="step sum">
        <span>{m.here}</span>
        <span className="num">
          {formats.exactStock(step.kg)} {formats.stockUnit}
        </span>
      </li>
    )
  return (
    <li>
      <button type="button" className="step" aria-expanded={isOpen} onClick={onOpen}>
        <span className={isOpen ? 'step-open' : ''}>
          <Icon name="right" size={16} />
          {m[step.kind]}
        </span>
        <span className="num">
          {formats.signedStock(step.kg)} {formats.stockUnit}
        </span>
      </button>
    </li>
  )
}

/** Lists the entries that one bar is made of. */
function Entries(props: { kind: StepKind; entries: Entry[]; commodityId: number }) {
  const { kind, entries, commodityId } = props
  const m = useMessages(messages, commodityId)
  const formats = useFormats(commodityId)
  const own = entries.filter((each) => stepOf(each) === kind)
  const grams = own.reduce((sum, { change = 0 }) => sum + Math.round(change * 1000), 0)
  if (own.length === 0) return <p className="quiet">{m.noEntries}</p>
  return (
    <div className="opened">
      <h3 className="strong">{m[kind]}</h3>
      <ol className="timeline">
        {own.map((entry) => (
          <EntryLine key={entry.key} {...{ entry, commodityId }} />
        ))}
      </ol>
      <p className="quiet small">{say(m.entriesAddUp, { weight: formats.signedStock(grams / 1000) })}</p>
    </div>
  )
}
