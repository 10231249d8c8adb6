import { createRouter } from '@tanstack/react-router'
import { basePath } from './api/address.ts'
import { Broken } from './frame/broken.tsx'
import { routeTree } from './routes.tsx'

export const router = createRouter({
  routeTree,
  basepath: basePath(),
  defaultPreload: 'intent',
  defaultErrorComponent: Broken,
  scrollRestoration: true,
  // Plain text both ways: an address is read and written by people, too.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const written = new URLSearchParams(
      Object.entries(search).flatMap(([name, value]) =>
        value === undefined || value === '' ? [] : [[name, String(value)]],
      ),
    )
    return written.size > 0 ? `?${written}` : ''
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
