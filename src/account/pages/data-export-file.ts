import { redirect } from 'react-router'
import { paths, withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { setFlash } from '../../ui/page/flash.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { tryCall } from '../../ui/page/page-errors.ts'
import { requireCustomer } from '../../ui/page/require-customer.ts'
import { exportPersonalData } from '../settings.contract.ts'
import type { Route } from './+types/data-export-file'
import { proveByForm } from './proof-field.tsx'

/** A GET, as after signing in, goes to the page with the button. */
export function loader({ context }: Route.LoaderArgs) {
  throw redirect(withLanguage(paths.settingsDownload, context.get(pageContext).language))
}

/** The person's data as a JSON file (R123); errors are shown on the page with the button. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  requireCustomer(ctx, request)
  const form = await request.formData()
  const { done, refused } = await tryCall(async () => {
    await proveByForm(form, ctx)
    return ctx.call(exportPersonalData, {})
  })
  if (refused) {
    const { proof, proof_code } = refused.fields
    const title = proof ?? proof_code ?? String(refused.detail.sentence ?? m.refused_unexpected())
    setFlash(ctx, { tone: 'alert', title })
    throw redirect(withLanguage(paths.settingsDownload, ctx.language))
  }
  return new Response(JSON.stringify(done, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'no-store',
    },
  })
}
