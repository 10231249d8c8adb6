import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { useMessages } from '../i18n/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { offered, type PaletteItem } from './palette-items.ts'
import { paletteMessages } from './palette-messages.ts'
import { usePaletteItems } from './palette-sources.ts'
import './palette.css'
import { noteRecent, recentItems } from './recent-items.ts'

/** One field to find anything or do anything, by keyboard alone. */
export function Palette({ onClose }: { onClose: () => void }) {
  const m = useMessages(paletteMessages)
  const navigate = useNavigate()
  const id = useId()
  const [typed, type] = useState('')
  const [marked, mark] = useState(0)
  const items = usePaletteItems(typed)
  const [recent] = useState(recentItems)
  const list = offered(items, recent, typed)
  const current = Math.min(marked, list.length - 1)
  useEffect(() => {
    // In braces: newer browsers answer a promise, which is no way to clean up.
    document.getElementById(`${id}${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current])
  const take = (item: PaletteItem) => {
    noteRecent(item)
    onClose()
    void navigate({ href: item.to })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const item = list[current]
    if (step !== undefined && list.length > 0) mark((current + step + list.length) % list.length)
    else if (event.key === 'Enter' && item) take(item)
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={m.find} onClose={onClose} isWide>
      <form role="search" onSubmit={(event) => event.preventDefault()}>
        <input
          className="input"
          role="combobox"
          aria-label={m.find}
          aria-expanded="true"
          aria-controls={`${id}list`}
          aria-activedescendant={list.length > 0 ? `${id}${current}` : undefined}
          aria-autocomplete="list"
          placeholder={m.placeholder}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => {
            type(target.value)
            mark(0)
          }}
          onKeyDown={onKeyDown}
        />
      </form>
      {list.length === 0 && (
        <p className="quiet" role="status">
          {m.nothing}
        </p>
      )}
      <Found list={list} current={current} id={id} onTake={take} />
    </Dialog>
  )
}

interface FoundProps {
  list: PaletteItem[]
  current: number
  id: string
  onTake: (item: PaletteItem) => void
}

/** Lists what was found, with the name of each group at its first item. */
function Found({ list, current, id, onTake }: FoundProps) {
  const m = useMessages(paletteMessages)
  return (
    <div className="found" role="listbox" id={`${id}list`} aria-label={m.find} tabIndex={-1}>
      {list.map((item, index) => (
        <div
          key={item.key}
          id={`${id}${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          className="option"
          data-highlighted={index === current ? '' : undefined}
          onClick={() => onTake(item)}
        >
          <span>
            <span className="strong">{item.name}</span> <span className="quiet small">{item.hint}</span>
          </span>
          {list[index - 1]?.group !== item.group && <span className="quiet small">{m[item.group]}</span>}
        </div>
      ))}
    </div>
  )
}
