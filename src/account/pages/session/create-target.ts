import { paths } from '../../../base/paths.ts'
import { showEventType } from '../../../registry/event-type.contract.ts'
import type { PageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'

/** The registry that a visitor was about to create before signing in (R107): the title of its event type, if chosen. */
export interface CreateTarget {
  title: string | null
}

/** Null where the return path leads anywhere else than to creating a registry. */
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
