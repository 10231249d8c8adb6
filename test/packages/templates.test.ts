import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { installedText } from '../../scripts/release/linux-files.ts'
import { renderChart, renderTemplate } from './chart.ts'

const PROJECT = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(PROJECT, file), 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }

/** Every setting that the program reads, and those that may be in files. */
const SOURCES = [
  'src/config.ts',
  'src/db/database-settings.ts',
  'src/kernel/setting-files.ts',
  'src/system/audit/forward.ts',
  'src/system/access/issuer-settings.ts',
  'src/system/files/s3-settings.ts',
]
const names = new Set(
  SOURCES.flatMap((file) =>
    [...read(file).matchAll(/'([A-Z][A-Z0-9]*_[A-Z0-9_]+|PORT|HOST)'/g)].map(([, name = '']) => name),
  ),
)
const isSetting = (name: string) =>
  names.has(name) || (name.endsWith('_FILE') && names.has(name.slice(0, -5)))

interface Composed {
  services: Record<
    string,
    { image?: string; environment?: Record<string, string>; read_only?: boolean; volumes?: unknown[] }
  >
  secrets?: Record<string, unknown>
  volumes?: Record<string, unknown>
}
const composed = (file: string) => parse(read(file)) as Composed

test.each([
  ['deploy/compose/compose.yaml', 'granary'],
  ['deploy/compose/postgresql.yaml', 'granary'],
  ['deploy/stores/casaos/docker-compose.yml', 'granary'],
  ['deploy/stores/umbrel/docker-compose.yml', 'server'],
])('%s sets what the program reads', (file, service) => {
  const { environment = {} } = composed(file).services[service] ?? {}
  expect(Object.keys(environment).length).toBeGreaterThan(0)
  expect(Object.keys(environment).filter((name) => !isSetting(name))).toEqual([])
})

test.each([
  ['deploy/compose/compose.yaml', 'granary'],
  ['deploy/stores/casaos/docker-compose.yml', 'granary'],
  ['deploy/stores/umbrel/docker-compose.yml', 'server'],
])('%s runs this version, and lets it write to its books alone', (file, service) => {
  const { image, read_only, volumes } = composed(file).services[service] ?? {}
  expect(image).toBe(`granary:${version}`)
  expect(read_only).toBe(true)
  expect(JSON.stringify(volumes)).toContain('/data')
})

test('the second compose file names the secrets and volumes that it has', () => {
  const { services, secrets = {}, volumes = {} } = composed('deploy/compose/postgresql.yaml')
  const text = JSON.stringify(services)
  const used = [...text.matchAll(/\/run\/secrets\/([\w-]+)/g)].map(([, name]) => name)
  expect(new Set(used)).toEqual(new Set(Object.keys(secrets)))
  expect(Object.keys(volumes)).toEqual(['database'])
})

test('templates of stores have what their stores ask for', () => {
  const casaos = (parse(read('deploy/stores/casaos/docker-compose.yml')) as { 'x-casaos': object })[
    'x-casaos'
  ]
  expect(Object.keys(casaos)).toEqual(
    expect.arrayContaining([
      'architectures',
      'main',
      'category',
      'title',
      'tagline',
      'description',
      'port_map',
    ]),
  )
  const umbrel = parse(read('deploy/stores/umbrel/umbrel-app.yml')) as Record<string, unknown>
  expect(umbrel).toMatchObject({ manifestVersion: 1, id: 'granary', version, port: 3000, dependencies: [] })
  const unraid = read('deploy/stores/unraid/granary.xml')
  expect(unraid).toContain(`<Repository>granary:${version}</Repository>`)
  const targets = [...unraid.matchAll(/Target="([A-Z_]+)"/g)].map(([, name = '']) => name)
  expect(targets.filter((name) => !isSetting(name))).toEqual([])
  expect(unraid.match(/<Config /g)).toHaveLength(unraid.match(/<\/Config>|" \/>/g)?.length ?? 0)
})

const kinds = (objects: Record<string, unknown>[]) => objects.map(({ kind }) => kind).toSorted()

test('the chart makes what Kubernetes needs', () => {
  const objects = renderChart()
  expect(kinds(objects)).toEqual([
    'ConfigMap',
    'Deployment',
    'Ingress',
    'Job',
    'PodDisruptionBudget',
    'Service',
  ])
  for (const each of objects)
    expect(each).toMatchObject({
      apiVersion: expect.any(String),
      metadata: { name: expect.stringMatching(/^barn/) },
    })
  expect(kinds(renderChart({ ingress: { enabled: false } }))).not.toContain('Ingress')
})

interface Pod {
  terminationGracePeriodSeconds: number
  volumes: { name: string }[]
  containers: {
    image: string
    args?: string[]
    volumeMounts: { name: string; mountPath: string }[]
    securityContext: object
  }[]
}
const podOf = (kind: string) => {
  const found = renderChart().find((each) => each['kind'] === kind) as { spec: { template: { spec: Pod } } }
  return found.spec.template.spec
}

test.each(['Deployment', 'Job'])(
  'its %s runs this version, writes to /data and /tmp alone, and reads secrets as files',
  (kind) => {
    const { containers, volumes } = podOf(kind)
    const [container] = containers
    expect(container).toMatchObject({
      image: `granary:${version}`,
      securityContext: { readOnlyRootFilesystem: true },
    })
    expect(container?.volumeMounts.map(({ name }) => name)).toEqual(volumes.map(({ name }) => name))
  },
)

test('its settings are settings, and its secrets lie where they are looked for', () => {
  const all = renderChart({
    secretKeys: ['redis-url', 'smtp-url', 's3-access-key-id', 's3-secret-access-key'],
  })
  const { data } = all.find(({ kind }) => kind === 'ConfigMap') as { data: Record<string, string> }
  expect(Object.keys(data).filter((name) => !isSetting(name))).toEqual([])
  for (const [name, file] of Object.entries(data).filter(([each]) => each.endsWith('_FILE')))
    expect(file).toBe(`/run/secrets/granary/${name.slice(0, -5).toLowerCase().replaceAll('_', '-')}`)
  expect(Object.keys(data)).toContain('S3_SECRET_ACCESS_KEY_FILE')
  const { terminationGracePeriodSeconds } = podOf('Deployment')
  expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(Number(data['DRAIN_SECONDS']) + 30)
})

test('its version is that of the program', () => {
  expect(parse(read('deploy/helm/Chart.yaml'))).toMatchObject({ version, appVersion: version })
})

test.each(['{{ .Values.nothing }}', '{{ include "x" . }}', '{{ .Values.a | trunc 3 }}'])(
  '%s is refused',
  (template) => {
    expect(() => renderTemplate(template, { Values: { a: 'x' } })).toThrow(/there is no|does not understand/)
  },
)

test.each(['granary', 'granary.service', 'granary-backup.service', 'granary-backup.timer'])(
  '%s of an installed program names its places alone',
  (name) => {
    const text = installedText(name, '/usr/lib/granary')
    expect(text).not.toMatch(/node_modules|\/opt\/granary|\/etc\/granary\.env/)
    if (name.endsWith('.service')) expect(text).toMatch(/bin\/node src\/start\.mjs/)
  },
)
