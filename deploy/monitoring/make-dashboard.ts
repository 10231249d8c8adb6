import { writeFileSync } from 'node:fs'

// Makes the dashboard for Grafana: node deploy/monitoring/make-dashboard.ts. A panel is its title, its unit and its queries.

const PANELS: [title: string, unit: string, queries: Record<string, string>][] = [
  [
    'Requests a second',
    'reqps',
    { '{{status}}': 'sum by (status) (rate(http_request_duration_seconds_count[5m]))' },
  ],
  [
    'How long requests take',
    's',
    Object.fromEntries(
      [0.5, 0.95, 0.99].map((part) => [
        `p${part * 100}`,
        `histogram_quantile(${part}, sum by (le) (rate(http_request_duration_seconds_bucket[5m])))`,
      ]),
    ),
  ],
  [
    'The slowest operations (p95)',
    's',
    {
      '{{operation}}':
        'topk(8, histogram_quantile(0.95, sum by (le, operation) (rate(http_request_duration_seconds_bucket[15m]))))',
    },
  ],
  ['Requests being worked on', 'short', { '{{instance}}': 'http_requests_in_flight' }],
  [
    'Connections to the database',
    'short',
    {
      '{{instance}} {{state}}': 'database_connections',
      '{{instance}} waited for': 'database_connections_waited_for',
    },
  ],
  ['The schema fits', 'short', { '{{instance}}': 'schema_fits' }],
  [
    'The process',
    's',
    {
      '{{instance}} event loop p99': 'nodejs_eventloop_lag_p99_seconds',
      '{{instance}} processor': 'rate(process_cpu_seconds_total[5m])',
    },
  ],
  ['Memory', 'bytes', { '{{instance}}': 'process_resident_memory_bytes' }],
  [
    'Jobs',
    'short',
    { '{{kind}} queued': 'sum by (kind) (jobs_queued)', '{{kind}} given up': 'sum by (kind) (jobs_failed)' },
  ],
  ['The oldest job', 's', { '{{kind}}': 'max by (kind) (jobs_oldest_seconds)' }],
  ['Webhooks', 'short', { '{{state}}': 'max by (state) (webhooks)' }],
  ['What waits', 'short', { events: 'max(events_waiting)', 'audit log': 'max(audit_waiting)' }],
  ['Failed sign-ins of the last hour', 'short', { failed: 'max(sign_in_failures)' }],
  ['Age of the newest backup', 's', { backup: 'max(backup_age_seconds)' }],
  ['Rows', 'short', { '{{table}}': 'max by (table) (table_rows)' }],
]

const WIDTH = 12
const HEIGHT = 8
const source = { type: 'prometheus', uid: '${source}' }

const dashboard = {
  title: 'Granary',
  uid: 'granary',
  schemaVersion: 39,
  refresh: '30s',
  time: { from: 'now-6h', to: 'now' },
  templating: { list: [{ name: 'source', label: 'Source', type: 'datasource', query: 'prometheus' }] },
  panels: PANELS.map(([title, unit, queries], index) => ({
    id: index + 1,
    title,
    type: 'timeseries',
    datasource: source,
    fieldConfig: { defaults: { unit }, overrides: [] },
    gridPos: { x: (index % 2) * WIDTH, y: Math.floor(index / 2) * HEIGHT, w: WIDTH, h: HEIGHT },
    targets: Object.entries(queries).map(([legendFormat, expr], place) => ({
      refId: String.fromCodePoint(65 + place),
      datasource: source,
      expr,
      legendFormat,
    })),
  })),
}

writeFileSync(new URL('grafana.json', import.meta.url), `${JSON.stringify(dashboard, undefined, 2)}\n`)
