import { chmodSync, chownSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { writeEntrance } from './enter.ts'

/** A form of the release as somebody has installed it. */
export interface Installed {
  form: string
  /** The command that it is run by. */
  command: string
  /** Beside the settings of a walk. */
  env?: Record<string, string>
  /** Takes it away again; throws if more goes with it than should. */
  remove?: () => void
}

interface Place {
  /** The folder with what was made. */
  made: string
  /** An empty folder for what is installed. */
  work: string
  run: (program: string, args: string[], cwd?: string) => string
}

function find(made: string, pattern: string): string {
  const [name] = globSync(pattern, { cwd: made })
  if (name === undefined) throw new Error(`${pattern} was not made`)
  return path.join(made, name)
}

function folder(work: string, name: string): string {
  const made = path.join(work, name)
  mkdirSync(made, { recursive: true })
  return made
}

function fromTarball({ made, work, run }: Place): Installed {
  const where = folder(work, 'tarball')
  run('tar', ['-xzf', find(made, '*-linux-x64.tar.gz'), '-C', where])
  const [program = ''] = globSync('granary-*', { cwd: where })
  const root = folder(work, 'installed')
  run('env', [`DESTDIR=${root}`, 'sh', path.join(where, program, 'install.sh')], where)
  for (const file of [
    'etc/granary/granary.env',
    'etc/systemd/system/granary.service',
    'usr/local/sbin/granary',
  ])
    if (!existsSync(path.join(root, file))) throw new Error(`install.sh left out ${file}`)
  return { form: 'tarball', command: path.join(root, 'opt/granary/bin/granary') }
}

function fromDeb({ made, work, run }: Place): Installed {
  const root = path.join(work, 'debian')
  const packages = '--include=libatomic1,libstdc++6,passwd,util-linux'
  run('mmdebstrap', ['--variant=essential', packages, 'bookworm', root])
  run('cp', [find(made, '*_amd64.deb'), path.join(root, 'granary.deb')])
  const told = run('chroot', [root, 'dpkg', '--install', '/granary.deb'])
  if (!told.includes('granary serve')) throw new Error(`the package did not say how to go on: ${told}`)
  const command = path.join(work, 'in-debian')
  writeEntrance(command, { root, program: '/usr/bin/granary' })
  const remove = () => {
    run('chroot', [root, 'dpkg', '--purge', 'granary'])
    if (existsSync(path.join(root, 'usr/lib/granary'))) throw new Error('the program was left')
    if (!existsSync(path.join(root, 'var/lib/granary/database'))) throw new Error('the books were deleted')
  }
  return { form: 'deb', command, remove }
}

function fromRpm({ made, work, run }: Place): Installed {
  const root = folder(work, 'rpm')
  const options = ['--root', root, '--nodeps', '--noscripts', '--nosignature']
  run('rpm', ['--install', ...options, find(made, '*.x86_64.rpm')])
  const program = path.join(root, 'usr/lib/granary')
  const settings = path.join(root, 'etc/granary/granary.env')
  const env = {
    GRANARY_PROGRAM: program,
    GRANARY_SETTINGS: settings,
    GRANARY_USER: 'root',
    GRANARY_DATA_DIR: path.join(work, 'rpm-data'),
  }
  if ((readFileSync(settings, 'utf8').match(/DATABASE_URL/g) ?? []).length === 0)
    throw new Error('no settings')
  return { form: 'rpm', command: path.join(root, 'usr/bin/granary'), env }
}

function fromNpm({ made, work, run }: Place): Installed {
  const where = folder(work, 'npm')
  writeFileSync(path.join(where, 'package.json'), '{ "private": true }\n')
  run('npm', ['install', '--no-audit', '--no-fund', find(made, '*-npm.tgz')], where)
  return { form: 'npm', command: `npx --prefix ${where} granary` }
}

function fromImage({ made, work, run }: Place): Installed {
  const archive = path.join(work, 'image.tar')
  run('sh', ['-c', 'gunzip -c "$1" >"$2"', 'sh', find(made, '*-image-amd64.tar.gz'), archive])
  run('skopeo', ['copy', '--quiet', `docker-archive:${archive}`, `oci:${work}/layout:granary`])
  run('umoci', ['unpack', '--image', `${work}/layout:granary`, path.join(work, 'bundle')])
  const config = JSON.parse(readFileSync(path.join(work, 'bundle/config.json'), 'utf8')) as {
    process: { args: string[]; user: { uid: number; gid: number } }
  }
  const root = path.join(work, 'bundle/rootfs')
  const megabytes = Number(run('du', ['-sm', root]).split('\t')[0])
  if (megabytes > 350)
    throw new Error(`the image takes ${megabytes} MB unpacked, and should take 350 at most`)
  const { args, user } = config.process
  const data = folder(work, 'image-data')
  chownSync(data, user.uid, user.gid)
  chmodSync(data, 0o700)
  const command = path.join(work, 'in-image')
  const [node = '', start = ''] = args
  writeEntrance(command, { root, data, user: `${user.uid}:${user.gid}`, program: `${node} ${start}` })
  return { form: `image, ${megabytes} MB`, command, env: { DATA_DIR: '/data' } }
}

/** Installs each form that this kind of machine can run. */
export const installs: Record<string, (place: Place) => Installed> = {
  tarball: fromTarball,
  deb: fromDeb,
  rpm: fromRpm,
  npm: fromNpm,
  image: fromImage,
}
