import { syncWholeCatalogue } from '../src/catalogue/sync.ts'
import { raiseRegistryVersion } from '../src/registry/registry.sql.ts'
import { readConfig } from '../src/server/config.ts'
import { connectShop } from '../src/shop/bigcommerce/connect.ts'
import { embeddedShopConnection } from '../src/shop/bigcommerce/connection.ts'
import { openTestShop } from './shop.ts'
import { testApp } from './test-app.ts'

const mount = 'http://shop.test/shop'

interface SignedIn {
  token: string
}

/** The pages with the embedded shop's catalogue, as a browser without JavaScript uses them; `env` are settings. */
export async function registryPagesApp(env: Record<string, string> = {}) {
  const shop = await openTestShop()
  const config = readConfig({ SITE_URL: 'http://registry.example', SECRET: 's'.repeat(32) })
  const connector = connectShop(embeddedShopConnection(mount, shop.shop, config), {
    fetch: (url, init) => shop.shop.app.request(url.slice(mount.length), init),
  })
  const site = await testApp({ pages: true, shop: connector, env })
  await syncWholeCatalogue({
    db: site.db,
    shop: connector,
    now: () => new Date(),
    registryChanged: raiseRegistryVersion,
  })

  const read = async (answer: Response) => ({
    status: answer.status,
    to: answer.headers.get('location'),
    html: await answer.text(),
  })

  /** Opens a page. */
  const view = async (path: string, who: SignedIn | null) =>
    read(await site.app.request(path, { headers: who ? { cookie: `customerToken=${who.token}` } : {} }))

  /** Sends a form. */
  const send = async (path: string, fields: Record<string, string>, who: SignedIn) =>
    read(
      await site.app.request(path, {
        method: 'POST',
        headers: { origin: site.config.SITE_URL, cookie: `customerToken=${who.token}` },
        body: new URLSearchParams(fields),
      }),
    )

  /** Creates a registry by its form and returns its code. */
  const createByForm = async (who: SignedIn): Promise<string> => {
    const { to } = await send('/create-registry', { ...stepOne, ...stepTwo, intent: 'create' }, who)
    return /registry\/(\w{12})\/add/.exec(to ?? '')?.[1] ?? ''
  }

  return {
    ...site,
    view,
    send,
    createByForm,
    async close() {
      await site.close()
      await shop.close()
    },
  }
}

export const nextYear = new Date().getFullYear() + 1
/** The fields of the create form's first step. */
export const stepOne = {
  type: 'wedding',
  name: 'Ελένη',
  surname: 'Παππά',
  partner_name: 'Γιώργος',
  registry_name: 'Ελένη & Γιώργος',
  registry_date: `${nextYear}-06-19`,
  guest_count: '120',
  registry_status: 'public',
}
/** The fields of its second step. */
export const stepTwo = {
  'home_address[street]': 'Αμαλίας 12',
  'home_address[country]': 'GR',
  'home_address[region]': 'GR-J',
  'home_address[city]': 'Ναύπλιο',
  'home_address[postcode]': '21100',
  'home_address[phone]': '6941234567',
  same_as_home: 'on',
  'shipping_address[street]': '',
  'shipping_address[country]': 'GR',
  terms: 'on',
}

/** How many fields of a page are marked as wrong. */
export const countErrors = (html: string) => html.match(/aria-invalid="true"/g)?.length ?? 0
