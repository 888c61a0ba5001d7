import { attempt } from '../../ui/attempt.ts'
import type { PageVisit } from '../../ui/context.ts'
import type { SiteData } from '../../ui/site-data.ts'
import { navigation } from '../contract.ts'
import { submenus } from '../menu-rules.ts'

/** What stands under the entries of the menu; nothing while the shop can't say, for the entries themselves are ours. */
export async function menusOf({ call, language }: PageVisit): Promise<SiteData['menus']> {
  const { done } = await attempt(() => call(navigation, { lang: language }))
  return done === null ? {} : submenus(done)
}
