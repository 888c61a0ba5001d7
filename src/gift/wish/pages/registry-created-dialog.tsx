import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { EventPhoto } from '../../../registry/photo/pages/event-photo.tsx'
import type { RegistryView } from '../../../registry/registry/contract.ts'
import { ShareLink } from '../../../registry/registry/pages/share-link.tsx'
import { useTrackEvent } from '../../../ui/browser/use-track-event.ts'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { PageDialog } from '../../../ui/overlay/page-dialog.tsx'
import { useLocalizedHref } from '../../../ui/page/link.tsx'

/** 'Registry Created': the first gift and a photo come before the address and its QR code (R201). */
export function RegistryCreatedDialog({ registry }: { registry: RegistryView }) {
  const back = paths.addGifts(registry.id)
  const qrHref = useLocalizedHref(paths.registryQr(registry.id, 'svg'))
  useTrackEvent('create_registry', { event_type: registry.type_info.slug })
  return (
    <PageDialog labelledBy="created-title" back={back}>
      <div className="flex flex-col gap-6">
        <div className="grid items-center gap-x-8 gap-y-4 sm:grid-cols-[auto_1fr]">
          <EventPhoto type={registry.type_info} photo={registry.portrait} />
          <div className="flex flex-col gap-3">
            <div id="created-title" className="pr-10">
              <p className="font-semibold text-olive">{m.registry_created_title()}</p>
              <h2 className="text-[2rem] leading-tight">{m.common_your_registry_is_ready()}</h2>
            </div>
            <p className="wrap-anywhere">{m.registry_created_text({ name: registry.registry_name })}</p>
            <div className="dialog-actions mt-2">
              <ButtonLink to={back}>{m.registry_created_first()}</ButtonLink>
              {!registry.portrait && (
                <ButtonLink to={paths.editRegistry(registry.id)} kind="outline">
                  {m.registry_created_photo()}
                </ButtonLink>
              )}
            </div>
          </div>
        </div>
        <div className="grid gap-x-8 gap-y-4 border-line border-t pt-6 sm:grid-cols-[1fr_auto]">
          <ShareLink id={registry.id} />
          <img
            src={qrHref}
            alt={m.invitation_qr_alt()}
            width={144}
            height={144}
            className="size-36 rounded-field border border-line"
          />
        </div>
      </div>
    </PageDialog>
  )
}
