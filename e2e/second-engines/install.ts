import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'

const folder = 'node_modules/.cache/doron/second-engines'

/** Installs the packages of this folder's lockfile, once; returns the folder of the installed packages. */
export function installSecondEngines(): string {
  const noted = `${folder}/installed.json`
  const wanted = fs.readFileSync('e2e/second-engines/package-lock.json', 'utf8')
  if (fs.existsSync(noted) && fs.readFileSync(noted, 'utf8') === wanted) return `${folder}/node_modules`
  fs.mkdirSync(folder, { recursive: true })
  for (const file of ['package.json', 'package-lock.json'])
    fs.copyFileSync(`e2e/second-engines/${file}`, `${folder}/${file}`)
  // The checker's own script would download a Java; the machine's is taken.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', args, {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('The second accessibility engine could not be installed; see above.')
  fs.writeFileSync(noted, wanted)
  return `${folder}/node_modules`
}
