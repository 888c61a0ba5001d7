import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import type { RegistryView } from '../../registry/registry.contract.ts'
import { Link } from '../../ui/page/link.tsx'
import { Notice } from '../../ui/text/facts.tsx'

/** Tells hosts in surprise mode why they don't see what was given (R221), and where to end it. */
export function SurpriseRegistryNotice({ registry }: { registry: RegistryView }) {
  return (
    <Notice className="mb-6">
      <p>{m.gift_secret_note()}</p>
      <p className="mt-1">
        <Link to={`${paths.registryGifts(registry.id)}#surprise`} variant="strong">
          {m.gift_secret_change()}
        </Link>
      </p>
    </Notice>
  )
}
