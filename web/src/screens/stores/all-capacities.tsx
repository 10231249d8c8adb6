import { useQuery } from '@tanstack/react-query'
import { useState, type ClipboardEvent } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import type { StorageLocation } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { catalogueQuery } from '../../stock/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { Choice } from '../../ui/parts.tsx'
import { cellKey, cellsOf, changesOf, pasted, type Cells } from './capacity-grid.ts'
import { capacityMessages } from './capacity-messages.ts'

interface Props {
  store: StorageLocation
  /** The version of the store that is shown: what somebody else changed meanwhile is not written over. */
  etag: string | undefined
  onClose: () => void
}

/** Table of the capacities of all bays of a store for each crop: filled cell by cell, or pasted from a spreadsheet. */
export function AllCapacities({ store, etag, onClose }: Props) {
  const m = useMessages(capacityMessages)
  const language = useLanguage()
  const [cells, fill] = useState(() => cellsOf(store.substorage, language))
  const [left, setLeft] = useState(0)
  const { shown, others, add } = useCrops(store)
  const sending = useSending()
  const { changed, wrong } = changesOf(store.substorage, cells, language)
  const order = { bays: store.substorage.map(({ id }) => id), commodities: shown.map(({ id }) => id) }
  const paste = (event: ClipboardEvent, bay: number, commodity: number) => {
    const text = event.clipboardData.getData('text')
    // A single figure goes where the cursor is, as in any field.
    if (!/[\t\n]/.test(text.trim())) return
    event.preventDefault()
    const next = pasted(cells, text, { bay, commodity }, order)
    fill(next.cells)
    setLeft(next.left)
  }
  const sent = { path: { id: store.id }, body: { substorage: changed }, ifMatch: etag }
  const save = () => sending.send(() => askOnce('PATCH /api/inventory/storage/{id}', sent), onClose)
  return (
    <Dialog title={m.title} onClose={onClose} isWide>
      <Form
        sending={sending}
        action={changed.length > 0 ? say(m.save, { n: changed.length }) : m.nothing}
        isReady={changed.length > 0 && wrong.length === 0}
        onSend={save}
        onCancel={onClose}
      >
        <p className="quiet small">{m.hint}</p>
        <Grid
          {...{ store, cells, shown, wrong, paste }}
          type={(key, typed) => fill({ ...cells, [key]: typed })}
        />
        {wrong.length > 0 && <p className="fault">{say(m.wrong, { n: wrong.length })}</p>}
        {left > 0 && <p className="fault">{say(m.left, { n: left })}</p>}
        <Choice label={m.add} value="" onChange={(id) => add(Number(id))}>
          <option value="">{m.choose}</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
      </Form>
    </Dialog>
  )
}

interface Crop {
  id: number
  name: string
}

/** The crops that have a column, those with a capacity first, and the others of the country. */
function useCrops({ substorage }: StorageLocation) {
  const catalogue = useQuery(catalogueQuery(useMe().organisation.countryISO))
  const [added, setAdded] = useState<number[]>([])
  const limited = new Map(
    substorage.flatMap(({ capacity }) =>
      capacity.map(({ commodityId, commodityName }) => [commodityId, commodityName] as const),
    ),
  )
  const all: Crop[] = catalogue.data?.flatMap(({ items }) => items) ?? []
  const named = (id: number) => all.find((each) => each.id === id)?.name ?? limited.get(id) ?? String(id)
  const shown = [...limited.keys(), ...added].map((id): Crop => ({ id, name: named(id) }))
  return {
    shown,
    others: all.filter(({ id }) => !shown.some((each) => each.id === id)),
    add: (id: number) => setAdded([...added, id]),
  }
}

interface GridProps {
  store: StorageLocation
  cells: Cells
  shown: Crop[]
  wrong: string[]
  type: (key: string, typed: string) => void
  paste: (event: ClipboardEvent, bay: number, commodity: number) => void
}

function Grid({ store, cells, shown, wrong, type, paste }: GridProps) {
  const m = useMessages(capacityMessages)
  const formats = useFormats()
  return (
    <div className="scroll capacity-grid">
      <table className="table sticky">
        <thead>
          <tr>
            <th scope="col">{m.bay}</th>
            {shown.map(({ id, name }) => (
              <th key={id} scope="col" className="num">
                {name}
                {formats.columnUnit !== formats.of(id).stockUnit && `, ${formats.of(id).stockUnit}`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {store.substorage.map((bay) => (
            <tr key={bay.id}>
              <th scope="row">
                <div className="cell">{bay.name}</div>
              </th>
              {shown.map(({ id, name }) => {
                const key = cellKey(bay.id, id)
                return (
                  <td key={id} className="num">
                    <input
                      className="input num"
                      inputMode="decimal"
                      autoComplete="off"
                      aria-label={say(m.cell, { bay: bay.name, grain: name, unit: formats.of(id).stockUnit })}
                      aria-invalid={wrong.includes(key) ? true : undefined}
                      value={cells[key] ?? ''}
                      onChange={({ target }) => type(key, target.value)}
                      onPaste={(event) => paste(event, bay.id, id)}
                    />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
