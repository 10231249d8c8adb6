import { useMeter } from './use-meter.ts'

/** Hears the meter of this device, and shows nothing: grain is often measured before its ticket is opened. */
export function MeterListener() {
  useMeter()
  return null
}
