import { chmodSync, writeFileSync } from 'node:fs'

interface Entered {
  /** The root of a file system. */
  root: string
  /** A folder of this machine that is /data in there, which all else is closed to. */
  data?: string
  /** The user that it is run as, such as 1000:1000. */
  user?: string
  /** The program in there, with its first arguments. */
  program: string
}

/**
 * Writes a command that runs a program inside a root file system, as a container does: with mounts and processes of its own, and the network
 * of this machine. Run it as root.
 */
export function writeEntrance(file: string, { root, data, user, program }: Entered): void {
  const mounts = [
    `mount --bind ${root} ${root}`,
    ...(data === undefined ? [] : [`mount --bind ${data} ${root}/data`]),
    `mount --rbind /dev ${root}/dev`,
    `mount -t proc proc ${root}/proc`,
    `mount -t tmpfs tmpfs ${root}/tmp`,
    ...(data === undefined ? [] : [`mount -o remount,ro,bind ${root}`]),
  ]
  const chroot = user === undefined ? 'chroot' : `chroot --userspec=${user}`
  const inside = `${mounts.join(' && ')} && exec ${chroot} ${root} ${program} "$@"`
  writeFileSync(file, `#!/bin/sh\nexec unshare --mount --pid --fork --kill-child sh -c '${inside}' sh "$@"\n`)
  chmodSync(file, 0o755)
}
