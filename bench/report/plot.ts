import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components'
import { init, use, type EChartsCoreOption } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

/** Line and bar plots as SVG, on white so that they can be read in a dark page too. */

use([BarChart, LineChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer])

export interface Axis {
  /** With its unit: `milliseconds`. */
  name: string
  /** For sizes that differ by tens. */
  isLog?: boolean
}

export interface LinePlot {
  title: string
  x: Axis
  y: Axis
  lines: { name: string; points: [x: number, y: number][] }[]
}

export interface BarPlot {
  title: string
  y: Axis
  /** What stands side by side along the axis. */
  groups: string[]
  bars: { name: string; values: number[] }[]
}

const WIDTH = 1020
/** Beside lines, where they are named. */
const NAMES_WIDTH = 280
const HEIGHT = 480
const INK = '#333'
const GRID = '#e2e2e2'
/** Okabe and Ito's colours, which people tell apart who see few colours; without the yellow, which is lost on white. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#7a5195', '#666666']
/** Beside colour, for print and for eyes that see none. */
const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'circle', 'rect', 'triangle', 'diamond']
/** With more points, marks would hide the line. */
const MARKED_POINTS = 12

/**
 * Lines over a measured size.
 *
 * @example linePlot({ title: 'Searches', x: { name: 'entries', isLog: true }, y: { name: 'milliseconds' }, lines })
 */
export function linePlot({ title, x, y, lines }: LinePlot): string {
  // As the lines end from top to bottom, so do their names beside them.
  const sorted = lines.toSorted((a, b) => (b.points.at(-1)?.[1] ?? 0) - (a.points.at(-1)?.[1] ?? 0))
  return draw({
    ...frame(title),
    legend: { ...legend, orient: 'vertical', left: WIDTH - NAMES_WIDTH, top: 'middle' },
    grid: { ...grid, right: NAMES_WIDTH + 30, bottom: 24 },
    xAxis: { ...axis(x), nameLocation: 'middle', nameGap: 30, ...xBounds(x, lines) },
    yAxis: { ...yAxis(y), ...yBounds(y, lines) },
    series: sorted.map(({ name, points }, place) => ({
      type: 'line',
      name,
      data: points,
      symbol: SYMBOLS[place % SYMBOLS.length] ?? 'circle',
      symbolSize: 8,
      showSymbol: points.length <= MARKED_POINTS,
      lineStyle: { width: 2 },
    })),
  })
}

/** Bars in groups, each with its figure above it. */
export function barPlot({ title, y, groups, bars }: BarPlot): string {
  return draw({
    ...frame(title),
    xAxis: { type: 'category', data: groups, axisLabel: { color: INK, fontSize: 13, interval: 0 } },
    yAxis: yAxis(y),
    series: bars.map(({ name, values }) => ({
      type: 'bar',
      name,
      data: values,
      barGap: '8%',
      barMaxWidth: 70,
      label: {
        show: true,
        position: 'top',
        color: INK,
        fontSize: 12,
        formatter: ({ value }: { value: unknown }) => short(Number(value)),
      },
    })),
  })
}

const legend = { itemGap: 22, textStyle: { color: INK, fontSize: 12 } }
const grid = { left: 24, right: 36, top: 78, bottom: 60, outerBoundsMode: 'same' }

function draw(option: EChartsCoreOption): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height: HEIGHT })
  try {
    chart.setOption(option)
    // Names count the charts that this process has drawn: the same plot is to be the same text.
    return `${withoutHover(chart.renderToSVGString()).replaceAll(/\bzr\d+-/g, 'plot-')}\n`
  } finally {
    chart.dispose()
  }
}

/** What is under the pointer has styles, which nobody sees in a document. */
function withoutHover(svg: string): string {
  return svg.replaceAll(/ class="zr[^"]*"/g, '').replaceAll(/<style[^>]*>.*?<\/style>\n?/gs, '')
}

function frame(title: string) {
  return {
    animation: false,
    backgroundColor: '#fff',
    color: COLOURS,
    textStyle: { color: INK, fontFamily: 'Helvetica, Arial, sans-serif', fontSize: 13 },
    title: { text: title, left: 20, top: 14, textStyle: { color: INK, fontSize: 16, fontWeight: 'bold' } },
    legend: { ...legend, bottom: 14, left: 20, right: 20 },
    grid,
  }
}

const labels = { color: INK, fontSize: 12, formatter: short }

function axis({ name, isLog = false }: Axis) {
  return {
    name,
    type: isLog ? 'log' : 'value',
    nameTextStyle: { color: INK, fontSize: 13 },
    axisLabel: labels,
    axisLine: { show: true, lineStyle: { color: INK } },
    splitLine: { show: true, lineStyle: { color: GRID } },
    ...(isLog && { minorTick: { show: true, splitNumber: 9 } }),
  }
}

function yAxis(of: Axis) {
  return {
    ...axis(of),
    nameLocation: 'end',
    nameGap: 14,
    nameTextStyle: { color: INK, fontSize: 13, align: 'left' },
  }
}

/** A log axis ends a little beyond the figures, wherever that is; a plain one with them. */
function xBounds({ isLog = false }: Axis, lines: LinePlot['lines']) {
  const all = lines.flatMap(({ points }) => points.map(([x]) => x))
  return isLog ? logBounds(all, [1]) : { min: Math.min(...all), max: Math.max(...all) }
}

/** Where figures lie within a few tens, a log axis has marks between the tens as well. */
function yBounds({ isLog = false }: Axis, lines: LinePlot['lines']) {
  const all = lines.flatMap(({ points }) => points.map(([, y]) => y))
  const isNarrow = Math.max(...all) / Math.min(...all) < 1000
  return isLog ? logBounds(all, isNarrow ? [1, 2, 5] : [1]) : {}
}

/** The ends of a log axis, and its marks: these steps of every ten between them. */
function logBounds(values: number[], steps: number[]) {
  const [min, max] = [Math.min(...values) * 0.8, Math.max(...values) * 1.25]
  const marks = Array.from({ length: 13 }, (_each, power) => 10 ** (power - 3))
    .flatMap((ten) => steps.map((step) => ten * step))
    .filter((mark) => mark >= min && mark <= max)
  return { min, max, axisTick: { customValues: marks }, axisLabel: { ...labels, customValues: marks } }
}

/** 1,000 and 2.5 and 0.004: a figure as short as an axis wants it. */
function short(value: number): string {
  return value.toLocaleString(
    'en-GB',
    value >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 },
  )
}
