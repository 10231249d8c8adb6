import { useCallback, useEffect, useRef, useState } from 'react'
import type { TakenWeight } from '../offline/tickets.ts'
import { useDeviceSettings, type DeviceSettings } from './device-settings.ts'
import { linesIn, makes, type Reading } from './indicator-lines.ts'
import { heardOn, onPlateBefore, takenOff, unheardPlate, type Plate } from './plate.ts'
import { listenToBridge } from './scale-bridge.ts'

/** As much of Web Serial as is used here. */
interface SerialPort {
  open(options: { baudRate: number; parity: string; dataBits: number; stopBits: number }): Promise<void>
  close(): Promise<void>
  readable: ReadableStream<BufferSource> | null
}
interface Serial {
  getPorts(): Promise<SerialPort[]>
  requestPort(): Promise<SerialPort>
}
declare global {
  interface Navigator {
    serial?: Serial
  }
}

/** The indicator at this device's cable, as far as there is one. */
export interface Indicator {
  /** True if this browser can listen at its cable. */
  canConnect: boolean
  isConnected: boolean
  reading: Reading | undefined
  /** The last line as it came, for the settings. */
  line: string
  /** Asks which port it is; browsers ask people once. */
  connect: () => Promise<void>
  /** Takes the lorry on the plate: returns the data that was sent for its weight. What is heard from now on is between it and the next one. */
  taken: () => TakenWeight
}

/** A reading is of now: after so long without another one nobody knows what stands on the bridge. */
const GOOD_FOR_MS = 2000

const isSame = (one: Reading | undefined, other: Reading) =>
  one?.kg === other.kg && one.isStable === other.isStable

function takenFrom(plate: Plate, { make, name }: DeviceSettings, at: Date): TakenWeight {
  const { record, line, reading } = plate
  const before = onPlateBefore(plate)
  return {
    ...(name !== '' && { device: name }),
    make: makes[make],
    line: record?.line ?? line,
    isStable: reading?.isStable ?? false,
    readAtUTC: at.toISOString(),
    ...(record && { recordNumber: record.number }),
    ...(before !== undefined && { before }),
  }
}

export function useIndicator(): Indicator {
  const settings = useDeviceSettings()
  const [port, setPort] = useState<SerialPort>()
  const [isBridged, setBridged] = useState(false)
  const [line, setLine] = useState('')
  const [reading, setReading] = useState<Reading>()
  const heardAt = useRef(0)
  const plate = useRef(unheardPlate)
  useEffect(() => {
    // A port that was granted before is opened by itself.
    void navigator.serial?.getPorts().then(([known]) => setPort((before) => before ?? known))
  }, [])
  const hear = useCallback(
    (heard: string) => {
      // The same line over and over draws nothing anew.
      setLine(heard)
      // What may have left the plate while nobody listened is not known.
      const before = Date.now() - heardAt.current > GOOD_FOR_MS ? unheardPlate : plate.current
      plate.current = heardOn(before, heard, settings.make)
      const read = plate.current.reading
      // Lines without a weight, such as those of an overload, do not keep up the one before.
      if (!read || plate.current === before) return
      heardAt.current = Date.now()
      setReading((shown) => (isSame(shown, read) ? shown : read))
    },
    [settings.make],
  )
  const { source } = settings
  const isBridge = source !== 'cable'
  useEffect(() => {
    plate.current = unheardPlate
  }, [source, hear])
  useEffect(
    () => (port && !isBridge ? listen(port, settings, hear) : undefined),
    [port, isBridge, settings, hear],
  )
  useEffect(() => (source === 'cable' ? undefined : listenToBridge(source, hear, setBridged)), [source, hear])
  useEffect(() => {
    const timer = setInterval(() => {
      if (Date.now() - heardAt.current > GOOD_FOR_MS) setReading(undefined)
    }, GOOD_FOR_MS)
    return () => clearInterval(timer)
  }, [])
  const taken = () => {
    const weight = takenFrom(plate.current, settings, new Date(heardAt.current))
    plate.current = takenOff(plate.current)
    return weight
  }
  return {
    taken,
    canConnect: 'serial' in navigator && !isBridge,
    isConnected: isBridge ? isBridged : port !== undefined,
    reading,
    line,
    connect: async () => setPort(await navigator.serial?.requestPort()),
  }
}

/** Listens to a port until it is told to stop. */
function listen(
  port: SerialPort,
  { baudRate, parity }: DeviceSettings,
  hear: (line: string) => void,
): () => void {
  let isOver = false
  let cancel: (() => Promise<void>) | undefined
  async function run(): Promise<void> {
    await port.open({ baudRate, parity, dataBits: 8, stopBits: 1 })
    const reader = port.readable?.getReader()
    cancel = () => reader?.cancel() ?? Promise.resolve()
    const decoder = new TextDecoder()
    let text = ''
    while (reader && !isOver) {
      const { value, done } = await reader.read()
      if (done) break
      const { lines, rest } = linesIn(text + decoder.decode(value, { stream: true }))
      text = rest
      for (const line of lines) hear(line)
    }
    reader?.releaseLock()
    await port.close()
  }
  // Pulled out, or in use by another program: the field is still there to be typed into.
  const running = run().catch(() => undefined)
  return () => {
    isOver = true
    void cancel?.().catch(() => undefined)
    void running
  }
}
