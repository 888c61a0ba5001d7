import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import type { RegistryView } from '../../registry/contract.ts'
import { ShareBlock } from '../../registry/pages/share-block.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PageDialog } from '../../ui/page-dialog.tsx'
import { useTrack } from '../../ui/use-track.ts'

/** 'Registry Created', with the way to its first gifts (spec §4). */
export function CreatedDialog({ registry }: { registry: RegistryView }) {
  const back = paths.addGifts(registry.id)
  useTrack('create_registry', { event_type: registry.type_info.slug })
  return (
    <PageDialog labelledBy="created-title" back={back}>
      <div className="flex flex-col gap-5">
        <h2 id="created-title" className="text-2xl">
          {m.registry_created_title()}
        </h2>
        <p>{m.registry_created_text({ name: registry.registry_name })}</p>
        <ShareBlock id={registry.id} />
        <ButtonLink to={back} size="large" className="self-start">
          {m.registry_created_add()}
        </ButtonLink>
      </div>
    </PageDialog>
  )
}
