import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** To the record of some stock, which explains it. */
export function StockLink({ recordId, children }: { recordId: string; children: ReactNode }) {
  const to: string = `/stock/${recordId}`
  return (
    <Link to={to} className="text-link">
      {children}
    </Link>
  )
}
