import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CalculatedDrying, StorageContract } from '../../api/operations.ts'
import { unitsHere } from '../../api/units.ts'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { parsePercentage, parseWeight } from '../../i18n/numbers.ts'
import { scaleUnitOf } from '../../i18n/units.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { WeightField } from '../../ui/weight-field.tsx'
import { contractMessages } from './contract-messages.ts'
import { PercentField } from './percent-field.tsx'
import { dryingQuery } from './queries.ts'

const ASKED_AFTER_MS = 300
/** Weight that a lorry carries, in the unit of the scale. */
const A_LORRY = { kg: 28_000, lb: 60_000 }

/** Calculates, by the service, the loss that drying would take of a load. */
export function Calculator({ contract }: { contract: StorageContract }) {
  const m = useMessages(contractMessages)
  const formats = useFormats()
  const language = useLanguage()
  const refusal = useRefusal()
  const isOnline = useOnline()
  const [weight, setWeight] = useState(() => {
    const units = unitsHere.get()
    return formats.weighed(A_LORRY[units.scale] * scaleUnitOf(units).kilograms)
  })
  const [moisture, setMoisture] = useState('')
  const kg = parseWeight(weight, language)
  const measured = parsePercentage(moisture, language)
  const asked = useSettled('kg' in kg ? kg.kg : undefined, 'value' in measured ? measured.value : undefined)
  const answer = useQuery({
    ...dryingQuery(contract.id, asked.moisture, asked.weight),
    placeholderData: keepPreviousData,
  })
  if (!contract.details.services.drying.agreed) return null
  const isAsked = asked.moisture !== undefined && asked.weight !== undefined
  return (
    <section className="panel pad stack" aria-label={m.calculator}>
      <h2>{m.calculator}</h2>
      <div className="two">
        <WeightField label={m.calcWeight} value={weight} onChange={setWeight} />
        <PercentField label={m.calcMoisture} value={moisture} onChange={setMoisture} />
      </div>
      <div className="rehearsed" role="status" aria-busy={answer.isFetching}>
        {isAsked && answer.error && isOnline && <p className="fault">{refusal(answer.error)}</p>}
        {isAsked && answer.data && !answer.error ? (
          <Calculated drying={answer.data} />
        ) : (
          !answer.error && <span className="quiet small">{m.calculatorHint}</span>
        )}
      </div>
    </section>
  )
}

function Calculated({ drying }: { drying: CalculatedDrying }) {
  const m = useMessages(contractMessages)
  const formats = useFormats()
  const { isDried, isComputed, lossPercentage, lossWeight, netWeight } = drying
  const net = formats.weighed(netWeight)
  if (!isDried) return <p className="strong">{say(m.dryEnough, { net })}</p>
  return (
    <>
      <p className="strong">
        {say(m.result, { loss: formats.weighed(lossWeight), percent: formats.figure(lossPercentage), net })}
      </p>
      <p className="quiet small">{isComputed ? m.computed : m.byMatrix}</p>
    </>
  )
}

/** Both figures, once nobody has typed for a moment. */
function useSettled(weight: number | undefined, moisture: number | undefined) {
  const [settled, settle] = useState({ weight, moisture })
  useEffect(() => {
    const timer = setTimeout(() => settle({ weight, moisture }), ASKED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [weight, moisture])
  return settled
}
