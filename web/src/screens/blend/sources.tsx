import { useQuery } from '@tanstack/react-query'
import type { Position } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { parseStock, typedStock } from '../../i18n/numbers.ts'
import { recordQuery } from '../../stock/queries.ts'
import { Icon } from '../../ui/icons.tsx'
import { Choice, Field, Segmented } from '../../ui/parts.tsx'
import { StockField } from '../../ui/weight-field.tsx'
import { messages } from './messages.ts'
import { useMeasuredWords } from '../../stock/measure-names.ts'
import type { RecipeMeasure, Recipe } from './recipe.ts'

/** A heap that may be taken from. */
export type Heap = Position['lines'][number]

interface Props {
  recipe: Recipe
  /** Kilograms of each source, as far as they can be read. */
  weights: (number | undefined)[]
  heaps: Heap[]
  /** Of all that is taken, if it is one crop. */
  commodityId: number | undefined
  change: (part: Partial<Recipe>) => void
}

/** Which heaps are taken from, and how much of each. */
export function Sources({ recipe, weights, heaps, commodityId, change }: Props) {
  const m = useMessages(messages, commodityId)
  const { sources, measure } = recipe
  const others = heaps.filter(({ recordId }) => !sources.some((source) => source.recordId === recordId))
  const type = (recordId: string, typed: string) =>
    change({ sources: sources.map((each) => (each.recordId === recordId ? { recordId, typed } : each)) })
  return (
    <>
      <Segmented
        label={m.measure}
        value={measure}
        options={{ weights: m.inWeights, shares: m.inShares }}
        onChange={(next) => change({ measure: next, sources: converted(sources, next) })}
      />
      {measure === 'shares' && (
        <StockField
          label={m.total}
          value={recipe.total}
          onChange={(total) => change({ total })}
          commodityId={commodityId}
        />
      )}
      <ul className="blend-sources">
        {sources.map((source, index) => {
          const heap = heaps.find(({ recordId }) => recordId === source.recordId)
          return (
            heap && (
              <li key={source.recordId}>
                <SourceLine
                  heap={heap}
                  measure={measure}
                  typed={source.typed}
                  weight={weights[index]}
                  onType={(typed) => type(source.recordId, typed)}
                  onRemove={() => change({ sources: sources.filter((each) => each !== source) })}
                />
              </li>
            )
          )
        })}
      </ul>
      {others.length > 0 && (
        <Choice
          label={sources.length === 0 ? m.first : m.another}
          value=""
          onChange={(recordId) => change({ sources: [...sources, { recordId, typed: '' }] })}
        >
          <option value="">{m.choose}</option>
          <Options heaps={others} />
        </Choice>
      )}
    </>
  )
}

/** A figure means something else in another measure, so that it is typed again. */
function converted(sources: Recipe['sources'], measure: RecipeMeasure): Recipe['sources'] {
  return sources.map(({ recordId }) => ({ recordId, typed: measure === 'shares' ? '1' : '' }))
}

function Options({ heaps }: { heaps: Heap[] }) {
  const formats = useFormats()
  return [...Map.groupBy(heaps, ({ storageName }) => storageName)].map(([store, own]) => (
    <optgroup key={store} label={store}>
      {own.map((heap) => (
        <option key={heap.recordId} value={heap.recordId}>
          {[
            heap.substorageName,
            heap.commodity.name,
            heap.variety,
            formats.of(heap.commodity.id).stockWeight(heap.weight),
          ]
            .filter(Boolean)
            .join(' · ')}
        </option>
      ))}
    </optgroup>
  ))
}

interface LineProps {
  heap: Heap
  measure: RecipeMeasure
  typed: string
  weight: number | undefined
  onType: (typed: string) => void
  onRemove: () => void
}

const STEPS = 200
const MOST_SHARES = 100

/** Kilograms that a loader can aim at: a hundredth of a tonne, a bushel, ten pounds. */
const aimOf = (size: number) => (size >= 500 ? size / 100 : size < 10 ? size * 10 : size)

/** One heap: what is known of it, a figure, and the same as a slider. */
function SourceLine({ heap, measure, typed, weight, onType, onRemove }: LineProps) {
  const commodityId = heap.commodity.id
  const m = useMessages(messages, commodityId)
  const formats = useFormats(commodityId)
  const language = useLanguage()
  const name = `${heap.storageName}, ${heap.substorageName}`
  const read = measure === 'shares' ? undefined : parseStock(typed, language, { commodityId })
  const isWrong = read !== undefined && 'fault' in read && read.fault !== 'none'
  const slide = (part: number) => {
    if (measure === 'shares') return onType(String(Math.round(part * MOST_SHARES)))
    // All of it to the gram; on the way there, what a loader can aim at.
    const step = aimOf(formats.stockSize)
    const kg = part === 1 ? heap.weight : Math.round((heap.weight * part) / step) * step
    return onType(typedStock(kg, language, commodityId))
  }
  const at =
    measure === 'shares' ? Number(typed.replace(',', '.')) / MOST_SHARES : (weight ?? 0) / heap.weight
  return (
    <div className="blend-source">
      <div className="bar apart">
        <span className="strong">{name}</span>
        <button type="button" className="button bare" aria-label={say(m.remove, { name })} onClick={onRemove}>
          <Icon name="close" />
        </button>
      </div>
      <span className="quiet small">
        {[heap.commodity.name, heap.variety, heap.grade.name, heap.owned ? '' : heap.ownerName]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <Measured recordId={heap.recordId} />
      <Field
        label={say(m[`of_${measure}`], { name })}
        hint={
          weight === undefined
            ? say(m.there, { weight: formats.exactStock(heap.weight) })
            : say(m.ofThere, { weight: formats.exactStock(weight), all: formats.exactStock(heap.weight) })
        }
        fault={isWrong ? m.notAWeight : undefined}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => onType(target.value)}
          />
        )}
      </Field>
      <input
        type="range"
        className="blend-slider"
        aria-label={say(m.slide, { name })}
        min={0}
        max={STEPS}
        value={Math.round(Math.min(1, Number.isFinite(at) ? at : 0) * STEPS)}
        onChange={({ target }) => slide(Number(target.value) / STEPS)}
      />
    </div>
  )
}

/** Lists the heap's measurements, as its record has them. */
function Measured({ recordId }: { recordId: string }) {
  const m = useMessages(messages)
  const record = useQuery(recordQuery(recordId))
  const wordsOf = useMeasuredWords()
  const quality = record.data?.result.quality ?? []
  if (!record.data) return <span className="quiet small">&nbsp;</span>
  return (
    <span className="quiet small">
      {quality.length === 0 ? m.unmeasuredHeap : quality.map(wordsOf).join(' · ')}
    </span>
  )
}
