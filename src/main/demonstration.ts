import type { Hono } from 'hono'
import type { EmbeddedShop } from '../../shop/app.ts'
import type * as Product from '../app.ts'
import { createDemoData, demoHost } from '../demo.ts'
import type { Config } from '../server/config.ts'
import {
  createDemoPassword,
  isDemonstration,
  newDemoPassword,
  refuseOpenDemonstration,
  wasDemoOpen,
} from '../server/demonstration.ts'
import type { AppModule } from './environment.ts'

/** What was made for this demonstration; each password is printed this once. */
interface Demonstration {
  /** Of the demo host; null when it has one of its own that was printed before. */
  hostPassword: string | null
  /** Before back office and outboxes of an open one; null when there is none, or when it was printed before. */
  newPassword: string | null
}

/**
 * To be called before anything is opened: refuses a demonstration that others can reach, or, where that is on purpose,
 * makes its password (R951, R952). `lock` is to be called before the port is open, `fill` after it.
 */
export function prepareDemonstration(config: Config) {
  refuseOpenDemonstration(config)
  const isOpen = config.SHOP_STORE_HASH === undefined && !isDemonstration(config)
  const newPassword = isOpen ? createDemoPassword(config.DATA_DIR) : null
  const { email, password: known } = demoHost
  const password = isOpen ? newDemoPassword() : known
  let isKnown = !isOpen && !wasDemoOpen(config.DATA_DIR)
  return {
    /** Takes the published password from the host of a demonstration that was this machine's alone until now. */
    async lock(product: AppModule, dependencies: Product.AppDependencies): Promise<void> {
      if (isOpen) isKnown = await product.replaceKnownPassword(dependencies, { email, known, password })
    },
    async fill(
      app: Hono,
      shop: EmbeddedShop,
      product: AppModule,
      dependencies: Product.AppDependencies,
    ): Promise<Demonstration> {
      const confirmEmail = (address: string) => product.confirmAccountEmail(dependencies, address)
      const isNew = await createDemoData(app, shop, { config, password, confirmEmail })
      return { hostPassword: isNew || isKnown ? password : null, newPassword }
    },
  }
}

/** Prints the addresses of the site, and of the demonstration. */
export function printAddresses({ SITE_NAME, SITE_URL }: Config, demonstration: Demonstration | null): void {
  console.log(`\n  ${SITE_NAME} is open at ${SITE_URL}\n`)
  if (!demonstration) return
  const { hostPassword, newPassword } = demonstration
  console.log(`  A demo host     ${demoHost.email} · password ${hostPassword ?? 'as printed before'}`)
  console.log(`  The shop        ${SITE_URL}/shop · back office ${SITE_URL}/shop/admin`)
  console.log(`  E-mails sent    ${SITE_URL}/dev/mail\n`)
  if (newPassword) console.log(`  Back office and e-mails ask for a password: ${newPassword} (any name)\n`)
}
