import Fastify from 'fastify'
import pg from 'pg'

// A route that does nothing but call the minimal ledger's function: what HTTP and the driver cost by themselves.
//
//   node bench/bare-route.ts <database url> <connections>

const [url, connections] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: Number(connections) })
const app = Fastify({ logger: false })
const schema = {
  body: {
    type: 'object',
    required: ['source', 'destination', 'grams'],
    properties: { source: { type: 'integer' }, destination: { type: 'integer' }, grams: { type: 'integer' } },
  },
  response: { 200: { type: 'object', properties: { id: { type: 'string' } } } },
} as const

app.post<{ Body: { source: number; destination: number; grams: number } }>(
  '/',
  { schema },
  async ({ body }) => {
    const { rows } = await pool.query<{ id: string }>({
      name: 'move',
      text: 'select minimal.move($1, $2, $3) as id',
      values: [body.source, body.destination, body.grams],
    })
    return { id: rows[0]?.id }
  },
)
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
process.once('SIGTERM', () => void app.close().then(() => pool.end()))
