import { useId, useState, type KeyboardEvent } from 'react'
import { useMessages } from '../i18n/messages.ts'
import { messages } from './messages.ts'
import { Field, holdBack, useTooLong } from './parts.tsx'
import { plain } from './plain.ts'

export interface Suggestion {
  value: string
  hint?: string
  /** Tells it from others of the same name. */
  id?: string
  /** Picking it brings others to pick from. */
  isContainer?: boolean
}

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  /** Something was picked from the list, and not typed. */
  onPick?: (value: string, picked: Suggestion) => void
  options: Suggestion[]
  /** The options are what somebody found for what is typed, and are all shown as they come. */
  isFound?: boolean
  /** Enter picks the first of them where none is marked. */
  picksFirst?: boolean
  fault?: string | undefined
  hint?: string | undefined
  placeholder?: string
  isPlate?: boolean
  /** The most characters that the service takes: more is said while it is typed. */
  most?: number | undefined
  autoFocus?: boolean
}

/** As many as one looks through; more of them would only keep the next letter waiting. */
const MOST_SHOWN = 12

/** A field with suggestions: anything may be typed. Enter goes on to the next field; a scanner's Enter must not send a form. */
export function Suggest(props: Props) {
  const {
    label,
    value,
    onChange,
    onPick = onChange,
    options,
    isFound = false,
    picksFirst = false,
    fault,
    hint,
    placeholder,
    isPlate,
    autoFocus,
    most,
  } = props
  const tooLong = useTooLong()(value, most)
  const { id, list, marked, open, close, pick, onKeyDown } = useSuggestions(
    () => (isFound ? options : suggested(options, value, isPlate)),
    picksFirst,
    onPick,
  )
  const isOpen = list.length > 0
  return (
    <Field label={label} fault={tooLong ?? fault} hint={hint}>
      {(control) => (
        <div className="suggest">
          <input
            {...control}
            ref={holdBack(tooLong)}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}list` : undefined}
            aria-activedescendant={list[marked] && `${id}${marked}`}
            className={isPlate ? 'input plate' : 'input'}
            value={value}
            placeholder={placeholder}
            autoComplete="off"
            autoCapitalize={isPlate ? 'characters' : 'words'}
            autoFocus={autoFocus}
            spellCheck={false}
            onChange={({ target }) => {
              onChange(target.value)
              open()
            }}
            onClick={open}
            onBlur={close}
            onKeyDown={onKeyDown}
          />
          {isOpen && <Suggestions {...{ id, list, marked, pick }} />}
        </div>
      )}
    </Field>
  )
}

/** The list that belongs to what was typed, which of it is marked, and what keys do to it. */
function useSuggestions(
  offered: () => Suggestion[],
  picksFirst: boolean,
  onPick: (value: string, picked: Suggestion) => void,
) {
  const id = useId()
  const [isAsked, ask] = useState(false)
  const [marked, mark] = useState(-1)
  const list = isAsked ? offered() : []
  const isOpen = list.length > 0
  const current = list[marked] ?? (picksFirst ? list[0] : undefined)

  function show(isWanted: boolean): void {
    ask(isWanted)
    mark(-1)
  }
  function pick(picked: Suggestion): void {
    show(picked.isContainer === true)
    onPick(picked.value, picked)
  }
  /** One further, and round by way of the field itself. */
  function step(by: 1 | -1): void {
    if (!isOpen) return ask(true)
    const places = list.length + 1
    const next = ((marked + 1 + by + places) % places) - 1
    mark(next)
    document.getElementById(`${id}${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  function onKeyDown(event: KeyboardEvent): void {
    const { key, ctrlKey, nativeEvent } = event
    if (nativeEvent.isComposing) return
    if (key === 'Enter' && !ctrlKey) event.preventDefault()
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      step(key === 'ArrowDown' ? 1 : -1)
    } else if (isOpen && key === 'Escape') {
      // What is around the field stays open.
      event.preventDefault()
      show(false)
    } else if (current && key === 'Enter') {
      event.stopPropagation()
      pick(current)
    }
  }
  return { id, list, marked, open: () => show(true), close: () => show(false), pick, onKeyDown }
}

interface SuggestionsProps {
  id: string
  list: Suggestion[]
  marked: number
  pick: (picked: Suggestion) => void
}

/** The list below a field, which keeps the focus while one is picked. */
function Suggestions({ id, list, marked, pick }: SuggestionsProps) {
  const m = useMessages(messages)
  return (
    <div
      className="popup"
      role="listbox"
      id={`${id}list`}
      aria-label={m.suggestions}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
    >
      {list.map((each, index) => (
        <div
          key={each.id ?? each.value}
          id={`${id}${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === marked}
          className="option"
          data-highlighted={index === marked ? '' : undefined}
          onClick={() => pick(each)}
        >
          <span>{each.value}</span>
          {each.hint && <span className="quiet small">{each.hint}</span>}
        </div>
      ))}
    </div>
  )
}

/** Those that have in them what was typed, however it is accented and in whatever case. */
function suggested(options: Suggestion[], typed: string, isPlate = false): Suggestion[] {
  // Few type the signs of a plate.
  const bare = (text: string) => (isPlate ? plain(text).replaceAll(/[^\p{L}\d]/gu, '') : plain(text))
  const wanted = bare(typed.trim())
  const found: Suggestion[] = []
  for (const each of options) {
    if (bare(each.value).includes(wanted)) found.push(each)
    if (found.length === MOST_SHOWN) break
  }
  return found
}
