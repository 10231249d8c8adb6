import { useState } from 'react'
import type { ImportMapping } from '../../api/operations.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { OurColumn } from './draft.ts'
import { columnsMessages } from './columns-messages.ts'
import { readAs, withColumn, withConstant, withMapping, type ImportDraft, type FileColumn } from './draft.ts'
import { change } from './import-work.ts'

interface Props {
  draft: ImportDraft
  column: FileColumn
  ours: OurColumn[]
  mapping: ImportMapping
  /** Of the first rows. */
  cells: string[]
}

const EXAMPLES = 3

/** One column of the file: what stands in it, which of ours it is, and how its numbers and dates are read. */
export function FileColumnLine({ draft, column, ours, mapping, cells }: Props) {
  const m = useMessages(columnsMessages)
  const before = readAs(mapping, column)
  const its = ours.find(({ name }) => name === before)
  const name = column.header === '' ? say(m.nameless, { place: column.place + 1 }) : column.header
  const examples = [...new Set(cells.filter((cell) => cell.trim() !== ''))].slice(0, EXAMPLES)
  return (
    <li className="column-line">
      <span className="column-name">
        <span className="strong">{name}</span>
        <span className="quiet small">{examples.length > 0 ? examples.join(' · ') : m.empty}</span>
      </span>
      <select
        className="input"
        aria-label={say(m.isRead, { name })}
        value={before ?? ''}
        onChange={({ target: { value } }) =>
          change(withColumn(draft, column, { before, after: value === '' ? undefined : value }))
        }
      >
        <option value="">{m.notRead}</option>
        {ours.map((each) => (
          <option key={each.name} value={each.name}>
            {each.isRequired ? `${each.title} *` : each.title}
          </option>
        ))}
      </select>
      {its && <HowRead draft={draft} mapping={mapping} ours={its} name={name} cells={cells} />}
    </li>
  )
}

type HowProps = Pick<Props, 'draft' | 'mapping' | 'cells'> & { ours: OurColumn; name: string }
type Said = NonNullable<ImportMapping['columns']>[string]

/** In which unit, with which decimal mark, in which order of day and month: as far as it matters. */
function HowRead({ draft, mapping, ours, name, cells }: HowProps) {
  const m = useMessages(columnsMessages)
  const read = mapping.columns?.[ours.name] ?? {}
  const { measure } = ours
  const tell = (said: Said) => change(withMapping(draft, { columns: { [ours.name]: said } }))
  const isMeasured = measure === 'weight' || measure === 'area' || measure === 'yield'
  const hasGaps = cells.some((cell, index) => cell.trim() === '' && index > 0)
  const units = [...new Set([...(read.unit === undefined ? [] : [read.unit]), ...ours.units])]
  return (
    <span className="column-how">
      {isMeasured && (
        <>
          <Small label={say(m.unitOf, { name })} value={read.unit ?? ''} onChange={(unit) => tell({ unit })}>
            {read.unit === undefined && <option value="">{m.unitInCell}</option>}
            {units.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Small>
          <Small
            label={say(m.decimalsOf, { name })}
            value={read.decimals ?? ''}
            onChange={(mark) => (mark === '.' || mark === ',') && tell({ decimals: mark })}
          >
            {read.decimals === undefined && <option value="">{m.decimalsOpen}</option>}
            <option value=".">{m.point}</option>
            <option value=",">{m.comma}</option>
          </Small>
        </>
      )}
      {measure === 'date' && (
        <Small
          label={say(m.datesOf, { name })}
          value={read.dates ?? ''}
          onChange={(dates) => (dates === 'day first' || dates === 'month first') && tell({ dates })}
        >
          {read.dates === undefined && <option value="">{m.datesOpen}</option>}
          <option value="day first">{m.dayFirst}</option>
          <option value="month first">{m.monthFirst}</option>
        </Small>
      )}
      {read.years !== undefined && (
        <Small
          label={say(m.yearsOf, { name })}
          value={read.years}
          onChange={(years) => (years === 'first' || years === 'second') && tell({ years })}
        >
          <option value="first">{m.firstYear}</option>
          <option value="second">{m.secondYear}</option>
        </Small>
      )}
      {measure === 'text' && (hasGaps || read.fillDown) && (
        <label className="check small">
          <input
            type="checkbox"
            checked={read.fillDown ?? false}
            onChange={({ target }) => tell({ fillDown: target.checked })}
          />
          {m.fillDown}
        </label>
      )}
    </span>
  )
}

interface SmallProps {
  label: string
  value: string
  onChange: (value: string) => void
  children: React.ReactNode
}

function Small({ label, value, onChange, children }: SmallProps) {
  return (
    <select
      className="input"
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {children}
    </select>
  )
}

/** Lists columns that each row needs and the file lacks: a value common to all rows may be entered here. */
export function MissingColumns({ draft, ours }: { draft: ImportDraft; ours: OurColumn[] }) {
  const m = useMessages(columnsMessages)
  return ours.map(({ name, title }) => (
    <li key={name} className="column-line">
      <span className="column-name">
        <span className="strong">{title}</span>
        <span className="fault">{m.isMissing}</span>
      </span>
      <Constant
        label={say(m.sameInAll, { name: title })}
        placeholder={m.sameInAllHint}
        said={draft.mapping.columns?.[name]?.constant ?? ''}
        onSaid={(constant) => change(withConstant(draft, name, constant))}
      />
    </li>
  ))
}

/** Any other column that the file has not, which may be the same for all rows: the store of a weighbridge, the harvest year. */
export function SameForAll({ draft, ours }: { draft: ImportDraft; ours: OurColumn[] }) {
  const m = useMessages(columnsMessages)
  const [chosen, setChosen] = useState('')
  const said = ours.filter(({ name }) => draft.mapping.columns?.[name]?.constant !== undefined)
  const its = ours.find(({ name }) => name === chosen)
  const shown = its && !said.includes(its) ? [...said, its] : said
  return (
    <>
      {shown.map(({ name, title }) => (
        <li key={name} className="column-line">
          <span className="column-name strong">{title}</span>
          <Constant
            label={say(m.sameInAll, { name: title })}
            placeholder={m.sameInAllHint}
            said={draft.mapping.columns?.[name]?.constant ?? ''}
            onSaid={(constant) => change(withConstant(draft, name, constant))}
          />
        </li>
      ))}
      <li className="column-line">
        <span className="column-name">{m.sameForAll}</span>
        <Small label={m.sameForAll} value={chosen} onChange={setChosen}>
          <option value="">{m.chooseColumn}</option>
          {ours.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </Small>
      </li>
    </>
  )
}

interface ConstantProps {
  label: string
  placeholder: string
  said: string
  onSaid: (text: string) => void
}

/** Taken when the field is left, or by Enter: half a word is not tried. */
function Constant({ label, placeholder, said, onSaid }: ConstantProps) {
  const [text, setText] = useState(said)
  const take = () => {
    if (text.trim() !== said) onSaid(text)
  }
  return (
    <input
      className="input"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={take}
      onKeyDown={({ key }) => key === 'Enter' && take()}
    />
  )
}
