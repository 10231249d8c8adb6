import { lazy, Suspense, type ComponentType } from 'react'

/** Long after the first picture, which it must not hold up, and soon enough for a network that drops. */
const AHEAD_MS = 10_000

/**
 * A part of a screen whose code is no part of the first picture: it comes when it is first shown. The service worker keeps all of them;
 * where there is none they are fetched ahead, so that a ticket that was begun can be ended without a network.
 *
 * @example const Paper = lazily(async () => (await import('./paper.tsx')).Paper)
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }))
  setTimeout(() => void load().catch(() => undefined), AHEAD_MS)
  return function Lazy(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}
