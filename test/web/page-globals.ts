// The messages of the page ask what this device keeps as soon as they are read; here it keeps nothing.
const nothing = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
if (!('localStorage' in globalThis) || globalThis.localStorage === undefined)
  Object.defineProperty(globalThis, 'localStorage', { value: nothing, configurable: true })

export {}
