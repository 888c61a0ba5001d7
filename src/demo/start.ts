import type { Hono } from 'hono'
import type { EmbeddedShop } from '../../shop/app.ts'
import type * as Product from '../app.ts'
import { paths } from '../base/paths.ts'
import type { AppModule } from '../main/environment.ts'
import { nameRelease, type Release } from '../main/release.ts'
import type { Config } from '../server/config.ts'
import { isDemonstration } from '../server/loopback.ts'
import { storefrontAddresses } from '../server/storefronts.ts'
import { createDemoPassword, newDemoPassword, refuseOpenDemonstration, wasDemoOpen } from './access.ts'
import { createDemoData, demoHost } from './fill.ts'
import { demoStaff } from './pages.ts'

/**
 * To be called before anything is opened: refuses a demonstration that others can reach, or, where that is on purpose,
 * makes its password and prints it at once, because only a digest is kept (R951, R952). `lock` is to be called before
 * the port is open, `fill` after it.
 */
export function prepareDemonstration(config: Config) {
  refuseOpenDemonstration(config)
  const isOpen = config.SHOP_STORE_HASH === undefined && !isDemonstration(config)
  const newPassword = isOpen ? createDemoPassword(config.DATA_DIR) : null
  const { email, password: known } = demoHost
  const password = isOpen ? newDemoPassword() : known
  if (newPassword) say(`Back office and e-mails ask for a password: ${newPassword} (any name)`)
  let isKnown = !isOpen && !wasDemoOpen(config.DATA_DIR)
  return {
    /**
     * Takes the published password from the host of a demonstration that was this machine's alone until now, and makes
     * or ends its staff person.
     */
    async lock(product: AppModule, dependencies: Product.AppDependencies): Promise<void> {
      await product.keepDemoStaff(dependencies, demoStaff, isDemonstration(config))
      if (!isOpen) return
      isKnown = await product.replaceKnownPassword(dependencies, { email, known, password })
      if (isKnown) say(`The demo host has a new password: ${password}`)
    },
    /** Makes the demo host and registry; returns the host's password, null when it was printed at a former start. */
    async fill(
      app: Hono,
      shop: EmbeddedShop,
      product: AppModule,
      dependencies: Product.AppDependencies,
    ): Promise<string | null> {
      const confirmEmail = (address: string) => product.confirmAccountEmail(dependencies, address)
      const isNew = await createDemoData(app, shop, { config, password, confirmEmail })
      return isNew || isKnown ? password : null
    },
  }
}

interface Opened {
  release: Release
  /** Whether the shop is the embedded one. */
  isDemo: boolean
  /** That of the demo host; null when it was printed at a former start. */
  password: string | null
}

/** Prints the addresses of the site, and, given the embedded shop, of the demonstration. */
export function printAddresses(config: Config, { release, isDemo, password }: Opened): void {
  const { SITE_NAME, SITE_URL } = config
  say(`${SITE_NAME} ${nameRelease(release)} is open at ${SITE_URL}`)
  if (!isDemo) return
  console.log(`  A demo host     ${demoHost.email} · password ${password ?? 'as printed before'}`)
  const { en, el } = storefrontAddresses(config)
  console.log(`  The shop        ${el === en ? en : `${en} · in Greek ${el}`}`)
  console.log(`  Its back office ${SITE_URL}/shop/admin`)
  if (config.STAFF_CONSOLE && isDemonstration(config)) {
    const { email, password: staffPassword } = demoStaff
    console.log(`  The console     ${SITE_URL}${paths.staff}`)
    console.log(
      `    sign in with  ${email} · password ${staffPassword} · time code of ${SITE_URL}/dev/time-code`,
    )
  }
  console.log(`  E-mails sent    ${SITE_URL}/dev/mail\n`)
}

/** Prints that a process without pages is at work. */
export function printWorker({ SITE_NAME, PORT }: Config, release: Release): void {
  say(`${SITE_NAME} ${nameRelease(release)} does the jobs; /readyz is on port ${PORT}`)
}

function say(sentence: string): void {
  console.log(`\n  ${sentence}\n`)
}
