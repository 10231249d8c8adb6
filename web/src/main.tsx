import '@fontsource-variable/inter/wght.css'
import './ui/base.css'
import './ui/parts.css'
import './ui/lists.css'
import './ui/terms.css'
import './frame/frame.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { addressOf } from './api/address.ts'
import { Locked, Refused } from './api/client.ts'
import { reach, watchReach } from './api/reach.ts'
import { resume, session } from './api/session.ts'
import { chooseTheme, themeNow } from './frame/theme.ts'
import { addTranslations } from './i18n/add-translations.ts'
import { onLanguage, startLanguage } from './i18n/language.ts'
import { followSession } from './offline/follow-session.ts'
import { flush, startOutbox } from './offline/outbox.ts'
import { takeTabPlace } from './offline/tab.ts'
import { router } from './router.ts'
import { startServiceWorker } from './start-service-worker.ts'

const DAY_MS = 86_400_000

/** True if a failed query is worth another try: the service repeats its refusals, and a query nobody answers is read once somebody does. */
const isWorthATry = (failures: number, error: unknown) =>
  failures < 2 &&
  reach.get() &&
  !(error instanceof Locked || (error instanceof Refused && error.status < 500))

const client = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, gcTime: DAY_MS, networkMode: 'always', retry: isWorthATry },
    mutations: { networkMode: 'always' },
  },
})

chooseTheme(themeNow())
addTranslations()
startLanguage()
watchReach()
await Promise.all([resume(), takeTabPlace()])
await followSession(client)
session.subscribe(() => {
  if (session.get().status === 'replaced') location.replace(addressOf('/'))
})
reach.subscribe(() => {
  if (!reach.get()) return
  void client.invalidateQueries()
  flush()
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
