import type { Issuer } from './issuer.ts'

/** An order, as it is printed for whoever carries it; not kept. Weights in kilograms; null is none. */
export interface OrderFacts {
  issuer: Issuer
  number: string
  partnerReference: string
  contract: string
  kind: 'purchase' | 'sale'
  partner: string
  commodityId: number
  commodity: string
  type: string
  weight: number | null
  loads: number | null
  left: number | null
  leftLoads: number | null
  /** Noon of its first and last day; empty is any. */
  from: string
  to: string
  haulier: string
  vehicles: string[]
  store: string
  bays: string[]
  address: string
  openingHours: string
  instructions: string
  /** The page for the driver; empty where it has none. */
  driverLink: string
}
