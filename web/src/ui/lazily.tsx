import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { reach } from '../api/reach.ts'

/** Long after the first picture, which it must not hold up, and soon enough for a network that drops. */
const AHEAD_MS = 10_000
/** Code that did not come is asked for again so often. */
const AGAIN_MS = 3000
/** As often the service does not give it although it is there: then a newer version of the page has taken its place. */
const MOST_REFUSALS = 3

/**
 * A part of a screen whose code is no part of the first picture: it comes when it is first shown. The service worker keeps all of them;
 * where there is none they are fetched ahead, so that a ticket that was begun can be ended without a network. What has not come before the
 * network went is left out, or stands in for it, until it does: the screen around it goes on.
 *
 * @example const Paper = lazily(async () => (await import('./paper.tsx')).Paper)
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile?: ReactNode,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await untilItComes(load) }))
  setTimeout(() => void load().catch(() => undefined), AHEAD_MS)
  return function Lazy(props: Props) {
    return (
      <Suspense fallback={meanwhile}>
        <Part {...props} />
      </Suspense>
    )
  }
}

async function untilItComes<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let refusals = 0; ;) {
    try {
      return await load()
    } catch (error) {
      if (reach.get()) refusals += 1
      if (refusals === MOST_REFUSALS) throw error
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
  }
}
