import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { chromium } from '@playwright/test'

/** The headless shell comes first: the same engine without a window takes a third less of the processor. */
const systemPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/**
 * The path of a Chromium: the one that CHROMIUM_PATH names, the system's, Playwright's own; else Debian's, installed
 * here when root asks. Undefined when there is none.
 */
export function findChromium(env: Record<string, string | undefined>): string | undefined {
  const paths = [env.CHROMIUM_PATH ?? '', ...systemPaths, chromium.executablePath()]
  return paths.find(path => fs.existsSync(path)) ?? installChromium()
}

function installChromium(): string | undefined {
  if (process.getuid?.() !== 0 || !fs.existsSync('/etc/debian_version')) return undefined
  console.log('Installing Chromium')
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...args], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  apt('update')
  // Older Debian has no package of the shell alone.
  if (!apt('install', '-y', 'chromium-headless-shell')) apt('install', '-y', 'chromium')
  return systemPaths.find(path => fs.existsSync(path))
}
