import '@fontsource-variable/inter/wght.css'
import './ui/base.css'
import './ui/parts.css'
import './ui/lists.css'
import './ui/terms.css'
import './frame/frame.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { Locked, Refused } from './api/client.ts'
import { resume, session, whoIsHere } from './api/session.ts'
import { chooseTheme, themeNow } from './frame/theme.ts'
import { onLanguage, startLanguage } from './i18n/language.ts'
import { keepQueries } from './offline/kept-queries.ts'
import { startOutbox } from './offline/outbox.ts'
import { router } from './router.ts'
import { startServiceWorker } from './start-service-worker.ts'

const DAY_MS = 86_400_000

/** What the service refuses it refuses again; anything else is worth another try. */
const isWorthATry = (failures: number, error: unknown) =>
  failures < 2 && !(error instanceof Locked || (error instanceof Refused && error.status < 500))

const client = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, gcTime: DAY_MS, networkMode: 'always', retry: isWorthATry },
    mutations: { networkMode: 'always' },
  },
})

let keptFor: string | undefined
let stopKeeping: (() => void) | undefined

/** What is kept on this device is of one organisation at a time. */
async function keepForWhoeverIsHere(): Promise<void> {
  const organisationId = whoIsHere()?.organisation.id
  if (organisationId === keptFor) return
  stopKeeping?.()
  if (keptFor !== undefined) client.clear()
  keptFor = organisationId
  stopKeeping = organisationId === undefined ? undefined : await keepQueries(client, organisationId)
}

chooseTheme(themeNow())
startLanguage()
await resume()
await keepForWhoeverIsHere()
let before = session.get().status
session.subscribe(() => {
  void keepForWhoeverIsHere()
  const { status } = session.get()
  // What could not be read meanwhile is read now.
  if (before === 'expired' && status === 'in') void client.invalidateQueries()
  before = status
})
// What was read before calls grain in the language before.
onLanguage(() => void client.invalidateQueries())
startOutbox()

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')
createRoot(root).render(
  <QueryClientProvider client={client}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
)
void startServiceWorker()
