import { paths } from '../../../base/paths.ts'
import { showEventType } from '../../../registry/event-type.contract.ts'
import type { PageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'

/** What a visitor has to sign in for who was about to create a registry: the title of its type, where one was chosen. */
export interface CreateTarget {
  title: string | null
}

/** Null for a visitor who was going anywhere else. */
export async function findCreateTarget(
  { call, language, site }: PageContext,
  returnPath: string,
): Promise<CreateTarget | null> {
  const { pathname } = new URL(returnPath, site.url)
  const [, root, slug, ...rest] = pathname.split('/')
  if (`/${root}` !== paths.createRegistry() || rest.length > 0) return null
  if (!slug) return { title: null }
  const { done: type } = await tryCall(() => call(showEventType, { slug, lang: language }))
  return { title: type?.landing_title ?? null }
}
