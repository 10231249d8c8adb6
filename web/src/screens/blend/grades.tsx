import { useState } from 'react'
import type { Blend, Judgement } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Choice } from '../../ui/parts.tsx'
import { useLimitWords } from '../../stock/limit-words.ts'
import { useMeasureName } from '../../stock/measure-names.ts'
import { messages } from './messages.ts'

const looks = { met: 'badge good', failed: 'badge bad', unmeasured: 'badge' } as const
const keyOf = ({ type, grade }: Judgement) => `${type.id}/${grade.id}`

/** Compares the blend with the grades of its type: one in full, and which of them it makes. */
export function Grades({ blend }: { blend: Blend }) {
  const m = useMessages(messages)
  const { judgements, grade, quality } = blend
  const [chosen, choose] = useState('')
  const judged =
    judgements.find((each) => keyOf(each) === chosen) ??
    judgements.find((each) => each.grade.id === grade.id) ??
    judgements[0]
  if (!judged)
    return quality.length > 0 ? (
      <Figures judgement={undefined} quality={quality} />
    ) : (
      <p className="quiet">{m.noQuality}</p>
    )
  return (
    <>
      <Choice label={m.against} value={keyOf(judged)} onChange={choose}>
        {judgements.map((each) => (
          <option key={keyOf(each)} value={keyOf(each)}>
            {each.grade.name} · {m[each.verdict]}
          </option>
        ))}
      </Choice>
      <p className={looks[judged.verdict]} role="status">
        {say(m[`says_${judged.verdict}`], { grade: judged.grade.name })}
      </p>
      <Figures judgement={judged} quality={quality} />
    </>
  )
}

/** Each figure that the grade asks for, and what else was measured. */
function Figures({ judgement, quality }: { judgement: Judgement | undefined; quality: Blend['quality'] }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const nameOf = useMeasureName()
  const limitWords = useLimitWords()
  const measures = judgement?.measures ?? []
  const asked = new Set(measures.map(({ name }) => name.toLowerCase()))
  const others = quality.filter(({ name }) => !asked.has(name.toLowerCase()))
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={m.quality}>
      <table className="table blend-table">
        <thead>
          <tr>
            <th scope="col">{m.quality}</th>
            <th scope="col" className="num">
              {m.blended}
            </th>
            <th scope="col">{m.asked}</th>
          </tr>
        </thead>
        <tbody>
          {measures.map(({ id, name, unit, min, max, moistureBasis, value, verdict }) => (
            <tr key={id}>
              <th scope="row">{nameOf(name)}</th>
              <td className="num">{value === null ? '–' : `${formats.figure(value)} ${unit}`}</td>
              <td>
                <span className={looks[verdict]}>{m[verdict]}</span>{' '}
                <span className="quiet small">{limitWords({ min, max, moistureBasis })}</span>
              </td>
            </tr>
          ))}
          {others.map(({ name, value, metric }) => (
            <tr key={name}>
              <th scope="row">{nameOf(name)}</th>
              <td className="num">{`${formats.figure(value)} ${metric}`.trim()}</td>
              <td className="quiet small">{m.notAsked}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
