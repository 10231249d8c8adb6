import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

export interface ChartLine {
  name: string
  /** A colour of the console, such as `var(--plan)`. */
  colour: string
  values: number[]
  isDashed?: boolean
}

interface Props {
  /** Labels below the chart, one for each value. */
  labels: string[]
  lines: ChartLine[]
  written: (value: number) => string
  /** The values that one unit of `written` is, so that the axis stops at round figures of it. */
  unit: number
}

const HEIGHT = 260
const FONT = '12px "Inter Variable", sans-serif'

/** Lines over time, drawn by uPlot. A table beside it says the same; whoever cannot see it hears that alone. */
export function TimeChart({ labels, lines, written, unit }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    let chart: UPlot | undefined
    const draw = () => {
      chart?.destroy()
      chart = new UPlot(
        optionsOf(element, { labels, lines, unit, written: (value) => written(value * unit) }),
        [
          labels.map((_label, index) => index),
          ...lines.map(({ values }) => values.map((value) => value / unit)),
        ],
        element,
      )
    }
    draw()
    const resized = new ResizeObserver(() => chart?.setSize({ width: element.clientWidth, height: HEIGHT }))
    resized.observe(element)
    // A canvas does not follow the colours of the page by itself.
    const themed = new MutationObserver(draw)
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', draw)
    return () => {
      resized.disconnect()
      themed.disconnect()
      dark.removeEventListener('change', draw)
      chart?.destroy()
    }
  }, [labels, lines, written, unit])
  return <div className="time-chart" ref={box} aria-hidden="true" />
}

function optionsOf(element: HTMLElement, { labels, lines, written }: Props): UPlot.Options {
  const colour = colours(element)
  const axis = {
    stroke: colour('var(--ink-2)'),
    font: FONT,
    grid: { stroke: colour('var(--line)'), width: 1 },
    ticks: { show: false },
  }
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [-0.25, labels.length - 0.75] },
      y: { range: (_chart, _least, most) => [0, (most || 1) * 1.1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        splits: () => labels.map((_label, index) => index),
        values: (_chart, places) => places.map((place) => labels[place] ?? ''),
      },
      { ...axis, size: 64, values: (_chart, values) => values.map(written) },
    ],
    series: [
      {},
      ...lines.map(({ name, colour: stroke, isDashed }) => ({
        label: name,
        stroke: colour(stroke),
        width: 2.5,
        ...(isDashed && { dash: [6, 5] }),
        points: { show: true, size: 8, fill: colour(stroke) },
      })),
    ],
  }
}

/** A colour as a canvas takes it: it knows neither variables nor `light-dark()`. */
function colours(within: HTMLElement): (name: string) => string {
  const probe = document.createElement('i')
  within.append(probe)
  queueMicrotask(() => probe.remove())
  return (name) => {
    probe.style.color = name
    return getComputedStyle(probe).color
  }
}
