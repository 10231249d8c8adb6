import { useEffect, useRef, useState } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import type { Coloured } from './colouring.ts'
import { drawMap, type DrawnMap, type MapContent } from './draw-map.ts'
import { messages } from './messages.ts'
import type { Corners, OutlinePosition } from './outlines.ts'

export interface FieldMapProps extends Omit<MapContent, 'coloured'> {
  coloured: Coloured
  /** Corners at which the map begins, and to which it goes when they change. */
  corners: Corners | undefined
  onField: (id: string) => void
  onTap?: ((point: OutlinePosition) => void) | undefined
  onMoved?: (corners: Corners, isNear: boolean) => void
}

/** A map of fields, drawn on this device alone. A list beside it says the same. */
export function FieldMap(props: FieldMapProps) {
  const { shapes, near, coloured, chosen, drawn, corners } = props
  const m = useMessages(messages)
  const box = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<DrawnMap>()
  const [isDrawable] = useState(canDraw)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const heard = () => ({
      onField: latest.current.onField,
      onTap: latest.current.onTap,
      onMoved: (view: Corners, isNear: boolean) => latest.current.onMoved?.(view, isNear),
    })
    const made = drawMap(element, heard, { zoomIn: m.zoomIn, zoomOut: m.zoomOut, map: m.map })
    setMap(made)
    // What is drawn does not follow the colours of the page by itself.
    const recolour = () => made.recolour()
    const themed = new MutationObserver(recolour)
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', recolour)
    return () => {
      themed.disconnect()
      dark.removeEventListener('change', recolour)
      made.remove()
      setMap(undefined)
    }
  }, [m])
  const place = corners?.join()
  useEffect(() => {
    if (map && latest.current.corners) map.fit(latest.current.corners)
  }, [map, place])
  useEffect(
    () => map?.show({ shapes, near, coloured, chosen, drawn }),
    [map, shapes, near, coloured, chosen, drawn],
  )
  if (!isDrawable) return <p className="note">{m.noMap}</p>
  return <div className="field-map" ref={box} />
}

/** True if this browser draws maps at all; if not, the list beside has everything. */
function canDraw(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
