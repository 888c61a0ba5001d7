import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import type { RegistryView } from '../../../registry/registry/contract.ts'
import { ShareLink } from '../../../registry/registry/pages/share-link.tsx'
import { useTrackEvent } from '../../../ui/browser/use-track-event.ts'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { PageDialog } from '../../../ui/overlay/page-dialog.tsx'

/** 'Registry Created', with a button to add the first gifts (R201). */
export function RegistryCreatedDialog({ registry }: { registry: RegistryView }) {
  const back = paths.addGifts(registry.id)
  useTrackEvent('create_registry', { event_type: registry.type_info.slug })
  return (
    <PageDialog labelledBy="created-title" back={back}>
      <div className="flex flex-col gap-5">
        <h2 id="created-title" className="text-2xl">
          {m.registry_created_title()}
        </h2>
        <p>{m.registry_created_text({ name: registry.registry_name })}</p>
        <ShareLink id={registry.id} />
        <ButtonLink to={back} size="large" className="self-start">
          {m.registry_created_add()}
        </ButtonLink>
      </div>
    </PageDialog>
  )
}
