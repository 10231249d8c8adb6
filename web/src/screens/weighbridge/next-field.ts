import type { KeyboardEvent } from 'react'

const FIELDS = 'input:not([type=hidden]):not(:disabled), select:not(:disabled), button.primary:not(:disabled)'

/**
 * In a ticket Enter goes on to the next field, so that a scanner's Enter sends nothing; Ctrl-Enter saves. A button is pressed by Enter,
 * as anywhere.
 */
export function goOnByEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter') return
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    event.currentTarget.requestSubmit()
    return
  }
  const { target, currentTarget } = event
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
  event.preventDefault()
  const fields = [...currentTarget.querySelectorAll<HTMLElement>(FIELDS)]
  const isSameGroup = (each: HTMLElement) =>
    each instanceof HTMLInputElement && each.type === 'radio' && 'name' in target && each.name === target.name
  const next = fields.slice(fields.indexOf(target) + 1).find((each) => !isSameGroup(each))
  next?.focus()
}

/** Brings the focus to the first field of a form at which something is said to be wrong, once that is drawn; it may be far above the button. */
export function goToFirstFault(form: HTMLElement): void {
  requestAnimationFrame(() => {
    const fault = form.querySelector('.fault')
    const around = fault?.closest('.field, .scale, fieldset')
    around?.querySelector<HTMLElement>('input, select, textarea')?.focus()
    fault?.scrollIntoView({ block: 'center' })
  })
}
