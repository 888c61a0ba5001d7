import type { Customer, Letter } from '../server/visit.ts'

/** “Your registry is ready”, to its host: the address to share, the code to read out, where to add gifts. */
export function createdLetter(
  registry: { code: string; registry_name: string },
  host: Pick<Customer, 'email' | 'language'>,
): Letter {
  return {
    cause: `registry-created:${registry.code}`,
    template: 'registry-created',
    language: host.language,
    to: host.email,
    props: { id: registry.code, registry_name: registry.registry_name },
  }
}
