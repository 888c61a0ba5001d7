import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { chromium } from '@playwright/test'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The path of a Chromium: the one named, the system's, Playwright's own, else Debian's installed on the spot by root. */
export function findChromium(env: Record<string, string | undefined>): string | undefined {
  const known = [env.CHROMIUM_PATH ?? '', ...places, chromium.executablePath()].find(path =>
    fs.existsSync(path),
  )
  return known ?? installChromium()
}

function installChromium(): string | undefined {
  if (process.getuid?.() !== 0 || !fs.existsSync('/etc/debian_version')) return undefined
  console.log('Installing Chromium')
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...args], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update')
  apt('install', '-y', 'chromium')
  return places.find(path => fs.existsSync(path))
}
