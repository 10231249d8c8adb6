import { useSyncExternalStore } from 'react'
import { reach } from '../api/reach.ts'

/** True if the service can be reached: the device has a network, and somebody answers. */
export const useOnline = () => useSyncExternalStore(reach.subscribe, reach.get)
