import { useMatches } from 'react-router'
import type { HostKind } from '../../base/kinds.ts'

interface PageData {
  host_kind?: HostKind
  registry?: { type_info?: { host_kind?: HostKind }; host_kind?: HostKind } | null
}

/**
 * What messages call the hosts of the page's registry: organisers of a group activity, parents at a baptism, else hosts.
 * A page says so by `registry` or by `host_kind` in its data.
 */
export function useHosts(): { hosts: HostKind } {
  const kinds = useMatches().map(({ loaderData }) => hostKindIn(loaderData as PageData | null | undefined))
  return { hosts: kinds.findLast(kind => kind !== undefined) ?? 'hosts' }
}

function hostKindIn(page: PageData | null | undefined): HostKind | undefined {
  return page?.host_kind ?? page?.registry?.type_info?.host_kind ?? page?.registry?.host_kind
}
