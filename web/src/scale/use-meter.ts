import { useEffect, useSyncExternalStore } from 'react'
import { now } from '../api/clock.ts'
import { followed } from '../api/followed.ts'
import { useDeviceSettings, type DeviceSettings } from './device-settings.ts'
import { heardOfMeter, unheardMeter, type HeardMeter } from './meter-lines.ts'
import { listenToBridge } from './scale-bridge.ts'

/** The meter of this device, as far as there is one. */
export interface Meter {
  heard: HeardMeter
  /** The last line as it came, for the settings. */
  line: string
  isConnected: boolean
}

// A meter says once what it has found: what it said is kept while screens change, and for all that ask.
const current = followed<Meter>({ heard: unheardMeter, line: '', isConnected: false })
let listeners = 0
let stop = () => {}

/** Follows the meter that is set on this device. */
export function useMeter(): Meter {
  const { meter } = useDeviceSettings()
  useEffect(() => listen(meter), [meter])
  return useSyncExternalStore(current.subscribe, current.get)
}

/** Forgets the sample that was heard last: it was taken for a load, or is of none. */
export function forgetSample(): void {
  current.set({ ...current.get(), heard: unheardMeter })
}

function listen(make: DeviceSettings['meter']): (() => void) | undefined {
  if (make === 'none') return undefined
  listeners += 1
  const change = (part: Partial<Meter>) => current.set({ ...current.get(), ...part })
  if (listeners === 1)
    stop = listenToBridge(
      'meter',
      (line) => change({ line, heard: heardOfMeter(current.get().heard, line, make, now().getTime()) }),
      (isConnected) => change({ isConnected }),
    )
  return () => {
    listeners -= 1
    if (listeners > 0) return
    stop()
    change({ isConnected: false })
  }
}
