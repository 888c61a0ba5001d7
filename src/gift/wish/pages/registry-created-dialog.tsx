import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { EventPhoto } from '../../../registry/photo/pages/event-photo.tsx'
import type { RegistryView } from '../../../registry/registry/contract.ts'
import { ShareLink } from '../../../registry/registry/pages/share-link.tsx'
import { useTrackEvent } from '../../../ui/browser/use-track-event.ts'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { PageDialog } from '../../../ui/overlay/page-dialog.tsx'

/** 'Registry Created': the first gifts and a photo come before the address (R201). */
export function RegistryCreatedDialog({ registry }: { registry: RegistryView }) {
  const back = paths.addGifts(registry.id)
  useTrackEvent('create_registry', { event_type: registry.type_info.slug })
  return (
    <PageDialog labelledBy="created-title" back={back}>
      <div className="flex flex-col items-start gap-4">
        <EventPhoto type={registry.type_info} photo={registry.portrait} />
        <h2 id="created-title" className="text-2xl">
          {m.registry_created_title()}
        </h2>
        <p>{m.registry_created_text({ name: registry.registry_name })}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={back} size="large">
            {m.registry_created_add()}
          </ButtonLink>
          {!registry.portrait && (
            <ButtonLink to={paths.editRegistry(registry.id)} size="large" kind="outline">
              {m.registry_created_photo()}
            </ButtonLink>
          )}
        </div>
        <div className="mt-2 w-full border-line border-t pt-5">
          <ShareLink id={registry.id} />
        </div>
      </div>
    </PageDialog>
  )
}
