import { useEffect } from 'react'

/** Most levels above the pointed element at which a text may be cut. */
const MOST_AROUND = 4

/** Tells the whole of a text that its box cuts to whoever points at it: names are as long as people make them. */
export function useWholeTexts(): void {
  useEffect(() => {
    const told = new WeakSet<HTMLElement>()
    const tell = ({ target }: Event) => {
      let around = target instanceof HTMLElement ? target : null
      for (let up = 0; around && up < MOST_AROUND; up += 1, around = around.parentElement) {
        const whole = isCut(around) ? textOf(around) : ''
        if (around.title !== '' && !told.has(around)) return
        if (whole === '' && !told.has(around)) continue
        around.title = whole
        told.add(around)
        if (whole !== '') return
      }
    }
    addEventListener('pointerover', tell)
    return () => removeEventListener('pointerover', tell)
  }, [])
}

function isCut(box: HTMLElement): boolean {
  if (box instanceof HTMLSelectElement) return true
  const { overflowX } = getComputedStyle(box)
  if (overflowX !== 'hidden' && overflowX !== 'clip') return false
  return box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1
}

const textOf = (box: HTMLElement) =>
  (box instanceof HTMLSelectElement ? box.selectedOptions[0]?.text : box.innerText)?.trim() ?? ''
