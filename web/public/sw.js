// The console itself, so that it opens without a network. Nothing of the API is kept here: what was entered waits in the outbox.
const FILES = __FILES__
const CACHE = 'granary-' + __VERSION__
const HOME = new URL('./', location.href)

self.addEventListener('install', (event) => {
  const requests = FILES.map((file) => new Request(new URL(file, HOME), { cache: 'no-cache' }))
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith('granary-') && name !== CACHE) await caches.delete(name)
      }
      await self.clients.claim()
    })(),
  )
})

self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { method, url, mode } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== HOME.origin || !pathname.startsWith(HOME.pathname)) return
  if (/^(api|docs|help|l|p|s|healthz|readyz|metrics)(\/|$)/.test(pathname.slice(HOME.pathname.length))) return
  event.respondWith(
    (async () => {
      const cache = await caches.open(CACHE)
      const kept = await cache.match(mode === 'navigate' ? HOME : url)
      if (kept) return kept
      const answer = await fetch(event.request)
      // What is fetched later, such as the map, is there from then on. The name of a file says what is in it.
      if (answer.ok && pathname.includes('/assets/')) await cache.put(url, answer.clone())
      return answer
    })(),
  )
})
