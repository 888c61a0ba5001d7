import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { classNames } from '../../../ui/style/class-names.ts'

/** The two main actions: create a registry (of that event type) or find one. */
export function CreateOrFindLinks({ type, className }: { type?: string | undefined; className: string }) {
  return (
    <div className={classNames('flex flex-wrap gap-3.5 max-sm:*:grow max-sm:*:px-4', className)}>
      <ButtonLink to={paths.createRegistry(type)} size="large">
        {m.site_link_create()}
      </ButtonLink>
      <ButtonLink to={paths.findRegistry(type)} size="large" kind="outline">
        {m.site_link_find()}
      </ButtonLink>
    </div>
  )
}
