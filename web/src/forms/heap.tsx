import { useQuery } from '@tanstack/react-query'
import {
  lengthsOf,
  METRES_IN_FOOT,
  topsOf,
  usualDensity,
  type HeapForm,
  type HeapLength,
} from '../api/heap.ts'
import { useMe } from '../api/session.ts'
import { useFormats } from '../i18n/format.ts'
import { useLanguage } from '../i18n/language.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { typedMeasure } from '../i18n/numbers.ts'
import { useDraft } from '../offline/drafts.ts'
import { recordQuery } from '../stock/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Segmented, TextField } from '../ui/parts.tsx'
import { densityOf, resultOf, type HeapDraft, type HeapResult, type KnownDensity } from './heap-draft.ts'
import { heapMessages } from './heap-messages.ts'
import { HeapPicture } from './heap-picture.tsx'
import './heap.css'

interface Props {
  /** Key of the heap, by which its lengths are kept on this device: a bay, or a record. */
  place: string
  /** The parcel whose last sample says how dense it lies; undefined of an empty bay. */
  recordId: string | undefined
  commodityId: number | undefined
  /** Takes the weight over; left out where it is only to be known. */
  onUse?: (result: HeapResult) => void
}

/** "How much is in this bay?" in a window of its own. */
export function HeapDialog({ name, onClose, ...props }: Props & { name: string; onClose: () => void }) {
  const m = useMessages(heapMessages)
  return (
    <Dialog title={say(m.question, { name })} onClose={onClose} isSheet>
      <HeapCalculator {...props} />
    </Dialog>
  )
}

/** Works out how much is in a heap from its form and lengths, without a network too. */
export function HeapCalculator({ place, recordId, commodityId, onUse }: Props) {
  const m = useMessages(heapMessages, commodityId)
  const language = useLanguage()
  const { organisation } = useMe()
  const record = useQuery({ ...recordQuery(recordId ?? ''), enabled: recordId !== undefined }).data?.result
  const density = densityOf(record?.quality ?? [], commodityId)
  const [draft, change] = useDraft(`${organisation.id}.heap.${place}`, (): HeapDraft => ({
    form: 'rectangle',
    top: 'level',
    unit: organisation.units.area === 'ac' ? 'ft' : 'm',
    lengths: {},
    angle: '',
    accuracy: organisation.units.area === 'ac' ? '0.5' : typedMeasure(0.1, language),
    density: '',
    densityUnit: organisation.countryISO === 'US' ? 'lb/bu' : 'kg/hl',
    packing: '1',
  }))
  const result = resultOf(draft, density, language)
  return (
    <div className="stack heap">
      <Shape draft={draft} change={change} />
      <Lengths draft={draft} change={change} commodityId={commodityId} />
      <Density draft={draft} change={change} density={density} />
      <Result result={result} draft={draft} commodityId={commodityId} />
      {onUse && (
        <button type="button" className="button" disabled={!result} onClick={() => result && onUse(result)}>
          {m.use}
        </button>
      )}
    </div>
  )
}

interface PartProps {
  draft: HeapDraft
  change: (part: Partial<HeapDraft>) => void
}

function Shape({ draft, change }: PartProps) {
  const m = useMessages(heapMessages)
  const topNames = { level: m.level, sloped: m.sloped, ridged: m.ridged, cone: m.coneTop }
  const tops = topsOf(draft.form)
  const begin = (form: HeapForm) => change({ form, top: topsOf(form)[0] ?? 'level' })
  return (
    <>
      <Segmented
        label={m.form}
        value={draft.form}
        options={{ rectangle: m.rectangle, cone: m.cone, cylinder: m.cylinder }}
        onChange={begin}
      />
      {tops.length > 1 && (
        <Segmented
          label={m.top}
          value={draft.top}
          options={Object.fromEntries(tops.map((top) => [top, topNames[top]]))}
          onChange={(top) => change({ top })}
        />
      )}
      <Segmented
        label={m.unit}
        value={draft.unit}
        options={{ m: m.m, ft: m.ft }}
        onChange={(unit) => change({ unit })}
      />
    </>
  )
}

/** Name of a length, by the form that it is one of. */
function useLengthName({ form, top }: Pick<HeapDraft, 'form' | 'top'>): (name: HeapLength) => string {
  const m = useMessages(heapMessages)
  return (name) => {
    if (name === 'cone') return form === 'cone' ? m.height : m.coneHeight
    if (name === 'depth' && top === 'sloped') return m.lowSide
    if (name === 'peak') return top === 'sloped' ? m.highSide : m.peak
    return m[name]
  }
}

function Lengths({ draft, change, commodityId }: PartProps & { commodityId: number | undefined }) {
  const m = useMessages(heapMessages)
  const formats = useFormats()
  const nameOf = useLengthName(draft)
  const angle = formats.figure(usualDensity(commodityId ?? 0)?.angleDegrees ?? 25)
  return (
    <div className="heap-lengths">
      {lengthsOf(draft.form, draft.top).map((name) => (
        <TextField
          key={name}
          label={`${nameOf(name)}, ${draft.unit}`}
          value={draft.lengths[name] ?? ''}
          onChange={(text) => change({ lengths: { ...draft.lengths, [name]: text } })}
          {...(name === 'hopper' && { hint: m.flatFloor })}
        />
      ))}
      {draft.top === 'cone' && (
        <TextField
          label={m.angle}
          value={draft.angle}
          onChange={(text) => change({ angle: text })}
          hint={say(m.angleHint, { angle })}
        />
      )}
      <TextField
        label={say(m.accuracy, { unit: draft.unit })}
        value={draft.accuracy}
        onChange={(accuracy) => change({ accuracy })}
      />
    </div>
  )
}

const HECTOLITRE_POUNDS = 1.287_178

function Density({ draft, change, density }: PartProps & { density: KnownDensity | undefined }) {
  const m = useMessages(heapMessages)
  const formats = useFormats()
  const inPounds = draft.densityUnit === 'lb/bu'
  const known =
    density && formats.figure(Math.round((density.kgPerHl / (inPounds ? HECTOLITRE_POUNDS : 1)) * 10) / 10)
  const hint = known && `${known} ${draft.densityUnit}. ${density.isSampled ? m.sampled : m.usual}`
  return (
    <div className="heap-lengths">
      <TextField
        label={inPounds ? m.poundsDensity : m.density}
        value={draft.density}
        onChange={(text) => change({ density: text })}
        hint={hint}
      />
      <TextField
        label={m.packing}
        value={draft.packing}
        onChange={(packing) => change({ packing })}
        hint={m.packingHint}
      />
    </div>
  )
}

function Result(props: {
  result: HeapResult | undefined
  draft: HeapDraft
  commodityId: number | undefined
}) {
  const { result, draft, commodityId } = props
  const m = useMessages(heapMessages, commodityId)
  const formats = useFormats(commodityId)
  const nameOf = useLengthName(draft)
  if (!result) return <p className="quiet">{m.notYet}</p>
  const { heap, cubicMetres, kilograms, leastKilograms, mostKilograms } = result
  const round = (value: number) => Math.round(value * 100) / 100
  const length = (metres: number) =>
    `${formats.figure(round(draft.unit === 'ft' ? metres / METRES_IN_FOOT : metres))} ${draft.unit}`
  const measured = Object.entries(heap.lengthsMetres).map(
    ([name, metres]) => `${nameOf(name as HeapLength)} ${length(metres)}`,
  )
  return (
    <>
      <HeapPicture
        shape={heap}
        label={say(m.picture, { what: measured.join(', ') })}
        write={(name, metres) => (name === 'length' ? `${nameOf(name)} ${length(metres)}` : length(metres))}
      />
      <p className="strong" role="status">
        {say(m.result, { weight: formats.stock(kilograms), percent: formats.percent(heap.spreadPercent) })}
      </p>
      <p className="quiet small">
        {say(m.between, {
          volume: formats.figure(round(cubicMetres)),
          least: formats.stock(leastKilograms),
          most: formats.stock(mostKilograms),
        })}
      </p>
    </>
  )
}
