import { Autocomplete } from '@base-ui/react/autocomplete'
import { useContext } from 'react'
import { WithinDialog } from './dialog.tsx'
import { Field } from './parts.tsx'

export interface Suggestion {
  value: string
  hint?: string
}

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  /** Something was picked from the list, and not typed. */
  onPick?: (value: string) => void
  options: Suggestion[]
  fault?: string | undefined
  hint?: string | undefined
  placeholder?: string
  isPlate?: boolean
  autoFocus?: boolean
}

/** As many as one looks through; more of them would only keep the next letter waiting. */
const MOST_SHOWN = 24

/** A field with suggestions: anything may be typed. Enter goes on to the next field; a scanner's Enter must not send a form. */
export function Suggest(props: Props) {
  const {
    label,
    value,
    onChange,
    onPick = onChange,
    options,
    fault,
    hint,
    placeholder,
    isPlate,
    autoFocus,
  } = props
  const dialog = useContext(WithinDialog)
  return (
    <Field label={label} fault={fault} hint={hint}>
      {(control) => (
        <Autocomplete.Root
          items={options}
          limit={MOST_SHOWN}
          value={value}
          itemToStringValue={(each: Suggestion) => each.value}
          openOnInputClick
          onValueChange={(text, { reason }) => {
            // Escape closes the list; where it is closed already, the component would empty the field.
            if (reason !== 'escape-key') (reason === 'item-press' ? onPick : onChange)(text)
          }}
        >
          <Autocomplete.Input
            {...control}
            className={isPlate ? 'input plate' : 'input'}
            placeholder={placeholder}
            autoComplete="off"
            autoCapitalize={isPlate ? 'characters' : 'words'}
            autoFocus={autoFocus}
            spellCheck={false}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.ctrlKey) event.preventDefault()
            }}
          />
          <Autocomplete.Portal container={dialog ?? undefined}>
            <Autocomplete.Positioner sideOffset={4}>
              <Autocomplete.Popup className="popup">
                <Autocomplete.List>
                  {(each: Suggestion) => (
                    <Autocomplete.Item key={each.value} value={each} className="option">
                      <span>{each.value}</span>
                      {each.hint && <span className="quiet small">{each.hint}</span>}
                    </Autocomplete.Item>
                  )}
                </Autocomplete.List>
              </Autocomplete.Popup>
            </Autocomplete.Positioner>
          </Autocomplete.Portal>
        </Autocomplete.Root>
      )}
    </Field>
  )
}
