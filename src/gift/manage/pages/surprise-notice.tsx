import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import type { RegistryView } from '../../../registry/registry/contract.ts'
import { Link } from '../../../ui/page/link.tsx'
import { Notice } from '../../../ui/text/notice.tsx'

/** Tells hosts who want to be surprised why nothing of what was given is here, and where to change that. */
export function SurpriseRegistryNotice({ registry }: { registry: RegistryView }) {
  return (
    <Notice className="mb-6">
      <p>{m.gift_secret_note()}</p>
      <p className="mt-1">
        <Link to={`${paths.registryGifts(registry.id)}#surprise`} variant="weight">
          {m.gift_secret_change()}
        </Link>
      </p>
    </Notice>
  )
}
