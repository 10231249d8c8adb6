import { setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { letWorkerIn } from '../../ui/let-worker-in.ts'

setWorkerUrl(letWorkerIn(workerUrl))
