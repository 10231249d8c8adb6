import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Below this a packet more or less is nobody's concern. */
const LEAST_BYTES = 2048
/** Larger than a page of a search is compressed beside other requests, not between them. */
const MOST_AT_ONCE = 64 * 1024

/** JSON and tables. Never the stream of events, which would wait for its next event, and not files, which mostly are compressed. */
const PACKED = /^(application\/json|text\/csv)\b/

/** Packs answers above 2 kB for whoever takes it: two hundred movements are a second of a phone's line. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: LEAST_BYTES,
    syncThreshold: MOST_AT_ONCE,
    encodings: ['br', 'gzip'],
    customTypes: PACKED,
    // What is sent to us is measured as it comes.
    globalDecompression: false,
  })
}
