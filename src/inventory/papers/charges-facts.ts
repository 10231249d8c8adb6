import type { Issuer } from './issuer.ts'

/** Facts of a statement of charges, as it is printed. Money and quantities are decimals in text; days as 2026-08-14. */
export interface ChargesFacts {
  issuer: Issuer
  owner: string
  /** Noon of its first and its last day. */
  from: string
  at: string
  ledgerHash: string
  totals: { currency: string; amount: string }[]
  lines: ChargeLineFacts[]
}

export interface ChargeLineFacts {
  month: string
  kind: 'in' | 'out' | 'storage' | 'drying' | 'cleaning' | 'sampling' | 'handling' | 'minimum'
  commodityId: number
  commodity: string
  quantity: string
  unit: 't' | 't_day' | 't_point' | 'load' | 'month'
  rate: string
  divisor: number
  currency: string
  amount: string
  vatCode: string
  /** Numbers of its loads. */
  loads: string[]
  /** At noon of the days, with kilograms that were charged for at the end of each. */
  days: { from: string; to: string; weight: number }[]
  /** The statement that it corrects; null of a charge of its own months. */
  corrects: { number: string; billed: string; reckoned: string } | null
}
