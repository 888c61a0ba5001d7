import { redirect } from 'react-router'
import { AppError } from '../../base/app-error.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { readFormValues } from '../../ui/form/submit-form.ts'
import { setFlash } from '../../ui/page/flash.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import type { Route } from './+types/staff-person-file'
import { tryConsoleWithProof } from './frame/console-call.ts'
import { personalDataFile } from './frame/console-files.ts'

/** Only by POST from the page of people, so that no person's address is in a URL. */
export function loader(_: Route.LoaderArgs): never {
  throw new AppError('refused_unreadable', 405)
}

export async function action(args: Route.ActionArgs) {
  const ctx = args.context.get(pageContext)
  ctx.hideFromSearchEngines()
  const form = readFormValues(await args.request.formData())
  const { email = '' } = form
  const { done, refused } = await tryConsoleWithProof(args, form, 'exportPerson', { email })
  if (refused) {
    const isWrong = 'proof_code' in refused.fields
    setFlash(ctx, { tone: 'alert', title: isWrong ? m.staff_proof_wrong() : m.staff_proof_lead() })
    throw redirect(withLanguage(paths.staffPeople, ctx.language))
  }
  return personalDataFile(done, 'person.json')
}
