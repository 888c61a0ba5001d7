import { findEnabledScripts, type Script } from '../../scripts.ts'
import type { QueryContext } from '../common-nodes.ts'
import { type PageArgs, toConnection } from '../connection.ts'

interface ScriptArgs extends PageArgs {
  filters?: {
    visibilities?: string[] | null
    consentCategories?: string[] | null
    location?: string | null
  } | null
}

/** The scripts that apps have put on the channel's storefront. */
export async function scriptConnection(ctx: QueryContext, args: ScriptArgs) {
  const { visibilities, consentCategories, location } = args.filters ?? {}
  const scripts = (await findEnabledScripts(ctx.store.db, ctx.channelId)).map(scriptNode)
  const matching = scripts.filter(
    script =>
      (!visibilities || visibilities.includes(script.visibility)) &&
      (!consentCategories || consentCategories.includes(script.consentCategory)) &&
      (!location || location === script.location),
  )
  return toConnection(matching, args, script => script)
}

const scriptNode = (script: Script) => ({
  __typename: 'SrcScript',
  entityId: script.uuid,
  src: script.src,
  consentCategory: (script.consent_category ?? 'unknown').toUpperCase(),
  visibility: script.visibility.toUpperCase(),
  location: script.location.toUpperCase(),
  integrityHashes: script.integrity_hashes.map(hash => ({ hash })),
})
