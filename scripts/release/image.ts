import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Making } from './making.ts'
import { ROOT } from './stage.ts'
import type { Target } from './targets.ts'

/** What the base of the image has from Debian: `Containerfile` adds the same to one from elsewhere. */
const PACKAGES = [
  'ca-certificates',
  'libatomic1',
  'libstdc++6',
  'dash',
  'coreutils',
  'base-files',
  'base-passwd',
  'sed',
  'grep',
]
/** Files of packages that nothing in an image reads. */
const UNREAD = ['doc', 'man', 'locale', 'info', 'lintian', 'bash-completion'].map(
  (name) => `/usr/share/${name}/*`,
)

/** The container image as an archive that docker and podman load, by buildah and from Debian's packages alone. */
export function makeImage({ version, work, into, run, staged }: Making, target: Target): string {
  const base = path.join(work, `base-${target.name}.tar`)
  const architecture = target.cpu === 'x64' ? 'amd64' : target.cpu
  const baseImage = `localhost/granary-base:${architecture}`
  if (!existsSync(base)) {
    const options = [
      '--variant=extract',
      `--architectures=${architecture}`,
      `--include=${PACKAGES.join(',')}`,
    ]
    const left = UNREAD.map((each) => `--dpkgopt=path-exclude=${each}`)
    run(
      'mmdebstrap',
      [...options, ...left, '--customize-hook=chroot "$1" update-ca-certificates', 'bookworm', base],
      work,
    )
  }
  const settings = [
    '--storage-driver',
    'vfs',
    '--root',
    path.join(work, 'images'),
    '--runroot',
    path.join(work, 'images-run'),
  ]
  const container = run('buildah', [...settings, 'from', 'scratch'], work).trim()
  run('buildah', [...settings, 'add', container, base, '/'], work)
  run('buildah', [...settings, 'commit', '--rm', container, baseImage], work)
  const context = path.join(work, 'image')
  rmSync(context, { recursive: true, force: true })
  mkdirSync(context)
  cpSync(staged(target), context, { recursive: true, verbatimSymlinks: true })
  // What Node has for debuggers is a tenth of the image.
  run('strip', [path.join(context, 'bin/node')], work)
  const tag = `localhost/granary:${version}`
  const build = [
    '--isolation',
    'chroot',
    '--format',
    'docker',
    '--layers=false',
    '--build-arg',
    `BASE=${baseImage}`,
    '--pull=never',
  ]
  run(
    'buildah',
    [
      ...settings,
      'build',
      ...build,
      '--file',
      path.join(ROOT, 'deploy/image/Containerfile'),
      '--tag',
      tag,
      context,
    ],
    work,
  )
  const file = path.join(into, `granary-${version}-image-${architecture}.tar`)
  rmSync(file, { force: true })
  run('buildah', [...settings, 'push', tag, `docker-archive:${file}:granary:${version}`], work)
  run('gzip', ['-nf', file], work)
  rmSync(context, { recursive: true })
  rmSync(path.join(work, 'images'), { recursive: true })
  return `${file}.gz`
}
