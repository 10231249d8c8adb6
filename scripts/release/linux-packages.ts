import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { packageText, putFile, putService } from './linux-files.ts'
import type { Making } from './making.ts'
import { ROOT } from './stage.ts'
import type { Target } from './targets.ts'

const PROGRAM = '/usr/lib/granary'
const PROGRAMS = /[\\/]granary[\\/]bin[\\/](node|granary)$/
const SUMMARY = 'inventory and trading of grain, to the gram'
const LONG = `Granary keeps the books of grain for farms, grain stores and merchants: the
 owner of each parcel, the bay, and every movement.`
const MAINTAINER = 'Granary <packages@granary.example>'

/** The tree that either package unpacks. */
function treeOf({ work, staged }: Making, target: Target): string {
  const root = path.join(work, `root-${target.name}`)
  rmSync(root, { recursive: true, force: true })
  cpSync(staged(target), path.join(root, PROGRAM), { recursive: true, verbatimSymlinks: true })
  putService(PROGRAM, {
    units: path.join(root, 'lib/systemd/system'),
    command: path.join(root, 'usr/bin/granary'),
  })
  putFile('granary.env', path.join(root, 'etc/granary/granary.env'), 0o600)
  // Packages from npm have modes of all kinds.
  for (const file of globSync('**/*', { cwd: path.join(root, PROGRAM), withFileTypes: true })) {
    const isProgram = file.isDirectory() || PROGRAMS.test(path.join(file.parentPath, file.name))
    if (!file.isSymbolicLink()) chmodSync(path.join(file.parentPath, file.name), isProgram ? 0o755 : 0o644)
  }
  return root
}

/** A Debian package: program, user, unit and settings. */
export function makeDeb(making: Making, target: Target): string {
  const { version, into, run, work } = making
  const root = treeOf(making, target)
  const architecture = target.cpu === 'x64' ? 'amd64' : target.cpu
  const documents = path.join(root, 'usr/share/doc/granary')
  mkdirSync(documents, { recursive: true })
  const notice = readFileSync(path.join(ROOT, 'NOTICE'), 'utf8')
  writeFileSync(
    path.join(documents, 'copyright'),
    `Copyright: 2026 the authors of Granary\nLicence: Apache-2.0, see /usr/share/common-licenses/Apache-2.0\n\n${notice}`,
  )
  const when = run('date', ['-R', '-u', '-d', `@${run('printenv', ['SOURCE_DATE_EPOCH']).trim()}`]).trim()
  const change = `granary (${version}) stable; urgency=medium\n\n  * See /usr/lib/granary/CHANGELOG.md.\n\n -- ${MAINTAINER}  ${when}\n`
  writeFileSync(path.join(documents, 'changelog.gz'), gzipSync(change, { level: 9 }))
  putFile('lintian-overrides', path.join(root, 'usr/share/lintian/overrides/granary'))
  const kilobytes = run('du', ['-sk', '--apparent-size', root]).split('\t')[0] ?? '0'
  const control: Record<string, string> = {
    control: `Package: granary
Version: ${version}
Architecture: ${architecture}
Maintainer: ${MAINTAINER}
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.28), libstdc++6, libatomic1, passwd
Recommends: ca-certificates, systemd
Section: misc
Priority: optional
Description: ${SUMMARY}
 ${LONG}
`,
    conffiles: '/etc/granary/granary.env\n',
    postinst: `#!/bin/sh\nset -e\n[ "$1" = configure ] || exit 0\n${packageText('installed.sh')}`,
    prerm: `#!/bin/sh\nset -e\n[ "$1" = remove ] || exit 0\n${packageText('leaving.sh')}`,
    // Books of grain are nobody's to delete but their owner's.
    postrm: `#!/bin/sh\nset -e\n[ "$1" != purge ] || echo 'The books in /var/lib/granary and /var/backups/granary are left: delete them yourself.'\n`,
  }
  const debian = path.join(root, 'DEBIAN')
  mkdirSync(debian)
  for (const [name, text] of Object.entries(control)) {
    writeFileSync(path.join(debian, name), text)
    chmodSync(path.join(debian, name), name.startsWith('p') ? 0o755 : 0o644)
  }
  const file = path.join(into, `granary_${version}_${architecture}.deb`)
  run('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', root, file], work)
  rmSync(root, { recursive: true })
  return file
}

/** An rpm of the same. */
export function makeRpm(making: Making, target: Target): string {
  const { version, into, run, work } = making
  const root = treeOf(making, target)
  const architecture = target.cpu === 'x64' ? 'x86_64' : 'aarch64'
  cpSync(path.join(root, 'lib/systemd'), path.join(root, 'usr/lib/systemd'), { recursive: true })
  rmSync(path.join(root, 'lib'), { recursive: true })
  const spec = path.join(work, 'granary.spec')
  writeFileSync(
    spec,
    `Name: granary
Version: ${version}
Release: 1
Summary: ${SUMMARY}
License: Apache-2.0
AutoReqProv: no
Requires: libatomic, libstdc++, shadow-utils, util-linux, systemd
%global __os_install_post %{nil}
%global debug_package %{nil}
%global _build_id_links none
%global _binary_payload w9.zstdio
%global use_source_date_epoch_as_buildtime 1
%global clamp_mtime_to_source_date_epoch 1
%global _buildhost localhost
%description
${LONG.replace('\n ', '\n')}
%files
${PROGRAM}
/usr/bin/granary
/usr/lib/systemd/system/granary.service
/usr/lib/systemd/system/granary-backup.service
/usr/lib/systemd/system/granary-backup.timer
%dir /etc/granary
%config(noreplace) %attr(600, root, root) /etc/granary/granary.env
%post
${packageText('installed.sh')}
%preun
if [ "$1" = 0 ]; then
${packageText('leaving.sh')}
fi
`,
  )
  const settings = [
    '--define',
    `_topdir ${work}/rpm`,
    '--define',
    `_rpmdir ${work}/rpms`,
    '--target',
    `${architecture}-linux`,
  ]
  run('rpmbuild', ['-bb', '--quiet', ...settings, '--buildroot', root, '--noclean', spec], work)
  const name = `granary-${version}-1.${architecture}.rpm`
  cpSync(path.join(work, 'rpms', architecture, name), path.join(into, name))
  rmSync(root, { recursive: true, force: true })
  return path.join(into, name)
}
