import { useMatches } from 'react-router'
import type { HostKind } from '../../base/kinds.ts'

interface PageData {
  host_kind?: HostKind
  registry?: { type_info?: { host_kind?: HostKind }; host_kind?: HostKind } | null
}

/**
 * The kind of hosts for messages, such as organisers of a group activity or parents at a baptism; read from
 * `registry` or `host_kind` in the data of the page's routes.
 */
export function useHosts(): { hosts: HostKind } {
  const kinds = useMatches().map(({ loaderData }) => hostKindIn(loaderData as PageData | null | undefined))
  return { hosts: kinds.findLast(kind => kind !== undefined) ?? 'hosts' }
}

function hostKindIn(page: PageData | null | undefined): HostKind | undefined {
  return page?.host_kind ?? page?.registry?.type_info?.host_kind ?? page?.registry?.host_kind
}
