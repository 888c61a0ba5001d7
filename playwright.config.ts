import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findChromium } from './test/chromium.ts'
import { inFullRunAlone, leftOut } from './test/full-run.ts'

/** What Playwright turns off itself: Chromium reads only the last list that it is given. */
const offByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** One process draws all pages of a browser, and what it draws is put together in the browser's own: a third of all work. */
const fewProcesses = ['--in-process-gpu', '--renderer-process-limit=1', '--disable-site-isolation-trials']

/** Each window of a whole Chromium has two pages for its address bar, in processes of their own: a third of all work. */
const quietChromium = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...offByPlaywright, 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'].join()}`,
]

/** Browser journeys; each worker starts a site of its own (e2e/running-site.ts), so that no journey disturbs another. */
export default defineConfig({
  testDir: 'e2e',
  testIgnore: process.env.TEST_FULL ? [] : Object.keys(inFullRunAlone),
  ...(leftOut && { grepInvert: leftOut }),
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'node_modules/.cache/doron/journeys',
  // Each has a site to start, which takes as long as several journeys.
  workers: Math.min(availableParallelism(), 6),
  retries: 0,
  forbidOnly: true,
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    launchOptions: { executablePath: findChromium(process.env), args: [...quietChromium, ...fewProcesses] },
  },
})
