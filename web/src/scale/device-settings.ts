import { useSyncExternalStore } from 'react'
import { followed } from '../api/followed.ts'
import { readObject } from '../offline/drafts.ts'
import type { Make } from './indicator-lines.ts'
import type { MeterMake } from './meter-lines.ts'
import { remember } from '../api/remember.ts'

export const papers = { a6: 'A6', roll80: '80 mm', roll58: '58 mm' } as const
export type Paper = keyof typeof papers

/** Settings of this device: the indicator at its cable, the meter, the printer, and how long tares are good here. */
export interface DeviceSettings {
  /** At its own cable by Web Serial, or by the program `granary scale`, its first indicator or the second. */
  source: 'cable' | 'bridge' | 'second'
  make: Make
  /** Name of the scale on tickets; '' for nothing. */
  name: string
  baudRate: number
  parity: 'none' | 'even' | 'odd'
  /** The moisture or NIR meter that `granary scale` passes on. */
  meter: MeterMake | 'none'
  paper: Paper
  tareDays: number
}

const KEPT = 'granary.device'
const usual: DeviceSettings = {
  source: 'cable',
  make: 'generic',
  name: '',
  baudRate: 9600,
  parity: 'none',
  meter: 'none',
  paper: 'a6',
  tareDays: 30,
}
const current = followed<DeviceSettings>({
  ...usual,
  ...readObject<DeviceSettings>(localStorage.getItem(KEPT)),
})

export const useDeviceSettings = () => useSyncExternalStore(current.subscribe, current.get)

export function changeDeviceSettings(change: Partial<DeviceSettings>): void {
  const next = { ...current.get(), ...change }
  remember(KEPT, JSON.stringify(next))
  current.set(next)
}
