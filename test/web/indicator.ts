import type { BrowserContext } from 'playwright-core'

/** An indicator at the browser's serial port, granted before: it sends what `onBridge` weighs, and stands still. */
export async function pretendIndicator(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    let timer: ReturnType<typeof setInterval>
    const port = {
      open: () => Promise.resolve(),
      close: () => Promise.resolve(),
      get readable() {
        return new ReadableStream({
          start(controller) {
            timer = setInterval(() => {
              const kg = Number(Reflect.get(globalThis, 'onBridge') ?? 0)
              controller.enqueue(new TextEncoder().encode(`ST,GS,+${String(kg).padStart(8)}kg\r\n`))
            }, 100)
          },
          cancel: () => clearInterval(timer),
        })
      },
    }
    Object.defineProperty(navigator, 'serial', {
      value: { getPorts: () => Promise.resolve([port]), requestPort: () => Promise.resolve(port) },
    })
  })
}
