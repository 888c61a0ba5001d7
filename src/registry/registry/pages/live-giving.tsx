import { useEffect, useRef } from 'react'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Link } from '../../../ui/page/link.tsx'
import type { RegistryView } from '../contract.ts'
import { useLiveRegistry } from './use-live-registry.ts'

/**
 * Keeps a host's open list of gifts up to date, and tells of a gift that arrives (R246); the first one of all has a place
 * of its own on the page of gifts received.
 */
export function LiveGiving({ registry, tellsFirst }: { registry: RegistryView; tellsFirst: boolean }) {
  const { id, version, secret, givers } = registry
  useLiveRegistry(id, version)
  const toast = useToast()
  const former = useRef(givers)
  useEffect(() => {
    const isNew = !secret && givers > former.current
    const isToldByPage = former.current === 0 && !tellsFirst
    former.current = givers
    if (!isNew || isToldByPage) return
    toast({
      title: m.received_new(),
      action: (
        <Link to={paths.registryGifts(id)} variant="strong">
          {m.common_gifts_received()}
        </Link>
      ),
    })
  }, [id, secret, givers, tellsFirst, toast])
  return null
}
