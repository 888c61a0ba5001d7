import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { ButtonLink } from '../../ui/button.tsx'

/** What a reader does next: begin a registry (of that event, when one is meant), or find one. */
export function Begin({ type }: { type?: string | undefined }) {
  return (
    <div className="mt-10 flex flex-wrap gap-3.5">
      <ButtonLink to={paths.createRegistry(type)} size="large">
        {m.site_link_create()}
      </ButtonLink>
      <ButtonLink to={paths.findRegistry(type)} size="large" kind="outline">
        {m.site_link_find()}
      </ButtonLink>
    </div>
  )
}
