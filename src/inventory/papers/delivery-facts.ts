import type { Issuer } from './issuer.ts'

/** The value of deliveries under a contract, as it is printed; not kept. Money is decimals in text; weights in kilograms. */
export interface DeliveryFacts {
  issuer: Issuer
  contract: string
  partner: string
  partnerReference: string
  commodityId: number
  commodity: string
  kind: 'purchase' | 'sale'
  /** Noon of the first and the last day; empty where it has none. */
  from: string
  at: string
  price: { amount: string; currency: string; unit: string } | null
  weight: number
  totals: { currency: string; amount: string }[]
  lines: {
    /** Noon of its day. */
    day: string
    number: string
    vehicle: string
    weight: number
    weightFrom: 'loading' | 'unloading'
    isWeightProvisional: boolean
    isQualityProvisional: boolean
    allowances: { name: string; value: string; amount: string | null }[]
    /** Figures of the allowances that nobody measured. */
    unmeasured: string[]
    price: string | null
    amount: string | null
  }[]
}
