import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { parseArea, typedArea } from '../../i18n/numbers.ts'
import { Failed, Skeleton, TextField } from '../../ui/parts.tsx'
import type { ChosenField } from './planting-rows.ts'
import { plantingMessages } from './planting-messages.ts'
import { fieldsToSowQuery } from './queries.ts'

const ASKED_AFTER_MS = 300

interface Props {
  chosen: ChosenField[]
  onChange: (fields: ChosenField[]) => void
}

/** The fields to be ticked, found by name; those that are chosen stay, whatever is sought. */
export function FieldChoice({ chosen, onChange }: Props) {
  const m = useMessages(plantingMessages)
  const language = useLanguage()
  const [sought, seek] = useState('')
  const [settled, settle] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => settle(sought.trim()), ASKED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [sought])
  const { data, error, refetch, isFetching } = useQuery({
    ...fieldsToSowQuery(settled),
    placeholderData: keepPreviousData,
  })
  const known = new Set(chosen.map(({ id }) => id))
  const found = (data?.docs ?? [])
    .filter(({ id }) => !known.has(id))
    .map(({ id, name, area }) => ({ id, name, ha: typedArea(area, language) }))
  const left = data ? data.totalDocs - data.docs.length : 0
  const without = (id: string) => onChange(chosen.filter((each) => each.id !== id))
  const set = (id: string, ha: string) =>
    onChange(chosen.map((each) => (each.id === id ? { ...each, ha } : each)))
  return (
    <fieldset className="panel pad stack">
      <legend className="hidden">{m.where}</legend>
      <h2>{m.where}</h2>
      <TextField label={m.find} value={sought} onChange={seek} />
      {!data && (error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton rows={1} />)}
      {data?.totalDocs === 0 && <NoFields isSought={settled !== ''} />}
      <ul className="field-choice" aria-busy={isFetching}>
        {chosen.map((field) => (
          <Line
            key={field.id}
            field={field}
            onTick={() => without(field.id)}
            onType={(ha) => set(field.id, ha)}
          />
        ))}
        {found.map((field) => (
          <Line key={field.id} field={field} onTick={() => onChange([...chosen, field])} />
        ))}
      </ul>
      {left > 0 && <p className="quiet small">{say(m.more, { n: left })}</p>}
    </fieldset>
  )
}

function NoFields({ isSought }: { isSought: boolean }) {
  const m = useMessages(plantingMessages)
  if (isSought) return <p className="quiet">{m.noFields}</p>
  return (
    <div className="bar">
      <p className="quiet">{m.noFieldsYet}</p>
      <Link to="/import" search={{ kind: 'fields' }} className="button">
        {m.importFields}
      </Link>
    </div>
  )
}

interface LineProps {
  field: ChosenField
  onTick: () => void
  /** Of a field that is chosen. */
  onType?: (ha: string) => void
}

function Line({ field: { name, ha }, onTick, onType }: LineProps) {
  const m = useMessages(plantingMessages)
  const formats = useFormats()
  const parsed = parseArea(ha, useLanguage())
  const isWrong = !('value' in parsed)
  return (
    <li>
      <label className="check">
        <input
          type="checkbox"
          aria-label={say(m.sowOn, { field: name })}
          checked={onType !== undefined}
          onChange={onTick}
        />
        {name}
      </label>
      {onType ? (
        <span className="bar field-area">
          <input
            className="input num"
            inputMode="decimal"
            autoComplete="off"
            aria-label={say(m.areaOf, { field: name })}
            aria-invalid={isWrong ? true : undefined}
            value={ha}
            onChange={({ target }) => onType(target.value)}
          />
          {formats.areaUnit}
        </span>
      ) : (
        <span className="quiet">
          {ha} {formats.areaUnit}
        </span>
      )}
      {isWrong && <span className="fault">{say(m.areaWrong, { example: formats.figure(12.5) })}</span>}
    </li>
  )
}
