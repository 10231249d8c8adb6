// What is wrong with a page, as it stands in the browser. Each of these functions is sent there as it is, so none uses anything beside it.

/** What the page is pushed sideways by; nothing where it need not be. */
export function whatIsTooWide(): string[] {
  const { document, innerWidth } = Reflect.get(globalThis, 'window')
  if (document.documentElement.scrollWidth <= innerWidth) return []
  const wide = [...document.body.querySelectorAll('*')].filter(
    (each) => each.getBoundingClientRect().right > innerWidth + 1 && each.checkVisibility(),
  )
  return wide
    .slice(-6)
    .map((each) => `too wide: ${each.tagName}.${each.className} ${each.textContent.slice(0, 30)}`)
}

/**
 * Texts that are cut or run over their box. A figure has to be seen whole, on one line: in the page, or in a table that is pushed sideways
 * where both its ends stay. Any other text may be cut, if the whole is told to whoever points at it.
 */
export function whatIsCut(): string[] {
  const { document, innerWidth, getComputedStyle, NodeFilter, MouseEvent } = Reflect.get(globalThis, 'window')
  const isFigure = (text: string) =>
    /^[−+-]?\d[\d.,\u00A0\u202F]*([ \u00A0\u202F](kg|t|ha|%|kg\/ha))?$/.test(text)
  const stays = (cell: object | null) => {
    if (!cell) return false
    const { position, left, right } = getComputedStyle(cell)
    return position === 'sticky' && (left !== 'auto' || right !== 'auto')
  }
  const faults: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const [leaf, text] = [node.parentElement, node.data.trim()]
    if (text === '' || leaf.closest('.hidden, .skip, script, style, option, textarea, [aria-hidden=true]'))
      continue
    if (!leaf.checkVisibility({ visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    if (box.width === 0) continue
    const lines = new Set([...range.getClientRects()].map(({ top }: { top: number }) => Math.round(top))).size
    if (isFigure(text) && lines > 1) faults.push(`broken figure: ${text}`)
    const cell = leaf.closest('td, th')
    const beside =
      cell && innerWidth >= 1300 && isFigure(text) && !stays(cell) ? [...cell.parentElement.children] : []
    for (const other of beside.filter(stays)) {
      const { left, right } = other.getBoundingClientRect()
      if (box.right > left + 1.5 && box.left < right - 1.5) faults.push(`under a column that stays: ${text}`)
    }
    for (let around = leaf; around !== document.documentElement; around = around.parentElement) {
      const style = getComputedStyle(around)
      if (style.position === 'fixed') break
      const { left, right, top, bottom } = around.getBoundingClientRect()
      const isOut = box.right > right + 1.5 || box.left < left - 1.5
      const isBelow = box.bottom > bottom + 3 || box.top < top - 3
      const isBox = around.matches('.panel, .badge, .button, .chip, dialog, .note')
      if (isOut && isBox && style.overflowX === 'visible') {
        faults.push(`runs over ${around.className}: ${text.slice(0, 40)}`)
        break
      }
      if (style.overflowX === 'visible') continue
      const isScrolled = style.overflowX === 'auto' || style.overflowX === 'scroll'
      if (isScrolled) {
        const row = around.querySelector('tbody tr:not([aria-hidden])')
        const staying = row ? [...row.children].filter(stays) : []
        const hasWeights = around.querySelector('td.num') !== null
        const canBeCut = !row || (innerWidth < 1300 && staying.length > (hasWeights ? 1 : 0))
        if (isOut && !canBeCut) faults.push(`cut by its table: ${text.slice(0, 40)}`)
        if (isOut && stays(leaf.closest('td, th'))) faults.push(`does not stay: ${text.slice(0, 40)}`)
        break
      }
      if (!isOut && !isBelow) continue
      if (isFigure(text)) faults.push(`cut figure: ${text}`)
      leaf.dispatchEvent(new MouseEvent('pointerover', { bubbles: true }))
      const told = leaf.closest('[title]')?.title ?? ''
      if (!told.includes(text.slice(0, 60)))
        faults.push(`cut, and the whole is not told: ${text.slice(0, 40)} in ${around.className}`)
      break
    }
    if (box.right > innerWidth + 1 && !leaf.closest('.scroll, .bay-tabs, .setting-tabs, [data-strip]'))
      faults.push(`off the screen: ${text.slice(0, 40)}`)
  }
  return faults
}

/** Controls that a finger misses, in CSS pixels; a link within a sentence is as high as its line. */
export function whatIsSmall(): string[] {
  const { document, getComputedStyle } = Reflect.get(globalThis, 'window')
  const small: string[] = []
  for (const control of document.querySelectorAll(
    'a[href], button, input, select, textarea, summary, [role=option]',
  )) {
    if (!control.checkVisibility({ visibilityProperty: true }) || control.disabled) continue
    if (control.closest('.skip, .hidden, .maplibregl-map') || control.type === 'hidden') continue
    const style = getComputedStyle(control)
    const rest = [...control.parentElement.childNodes].filter(
      (each) => each.nodeType === 3 && each.data.trim() !== '',
    )
    if (control.tagName === 'A' && style.display === 'inline' && rest.length > 0) continue
    const over = getComputedStyle(control, '::after')
    const covers = over.position === 'absolute' && over.content !== 'none'
    const around = covers ? control.offsetParent : (control.closest('label') ?? control)
    const [own, box] = [control.getBoundingClientRect(), around.getBoundingClientRect()]
    const [width, height] = [Math.max(own.width, box.width), Math.max(own.height, box.height)]
    if (height >= 43.5 && width >= 43.5) continue
    const name = control.getAttribute('aria-label') || control.textContent || control.name
    small.push(
      `small: ${control.tagName}.${control.className} ${control.type ?? ''} “${name.slice(0, 30)}” ${Math.round(width)} × ${Math.round(height)}`,
    )
  }
  return small
}

/** Controls over whose middle, or, if they are large, over whose beginning something else lies, once they are in view. */
export function whatIsCovered(): string[] {
  const { document } = Reflect.get(globalThis, 'window')
  const covered: string[] = []
  // What lies under an open dialog is covered on purpose.
  const within = document.querySelector('dialog[open]') ?? document
  for (const control of within.querySelectorAll('a[href], button, input, select, textarea, summary')) {
    if (!control.checkVisibility({ visibilityProperty: true }) || control.disabled) continue
    if (control.closest('.skip, .hidden') || control.type === 'file') continue
    const label = control.closest('label')
    // Twice: what is only laid out once it comes into view may push it on.
    for (const shown of [label ?? control, label ?? control])
      shown.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const [{ left, top, width, height }] = (label ?? control).getClientRects()
    const there = document.elementFromPoint(
      left + Math.min(width / 2, 40),
      Math.max(top, 0) + Math.min(height / 2, 22),
    )
    if (there && (control.contains(there) || there === label || label?.contains(there))) continue
    const name = control.getAttribute('aria-label') || control.textContent || control.name
    covered.push(
      `covered: ${control.tagName}.${control.className} “${name.slice(0, 30)}” by ${there?.tagName}.${there?.className}`,
    )
  }
  return covered
}

/** Names of fields as programs write them, such as `source.intake.sender.id:`. */
export function whichPathsAreShown(): string[] {
  const { document } = Reflect.get(globalThis, 'window')
  return document.body.innerText.match(/\b[a-z][A-Za-z]*(\.[A-Za-z0-9]+)+: /g) ?? []
}
