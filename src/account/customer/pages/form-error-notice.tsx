import { sentenceFromApi } from '../../../base/app-error.ts'
import { m } from '../../../paraglide/messages.js'
import { errorReferenceText, type PageError, withErrorReference } from '../../../ui/page/page-errors.ts'
import { Notice } from '../../../ui/text/notice.tsx'

/** The error codes that concern the whole form, with their texts (R102, R106). */
const formErrors: Record<string, { title: () => string; text?: () => string }> = {
  account_login_wrong: { title: m.account_login_wrong, text: m.account_login_wrong_body },
  account_login_link: { title: m.account_login_link, text: m.account_login_link_body },
  account_login_away: { title: m.account_login_away, text: m.account_login_away_body },
  account_email_taken: { title: m.account_email_taken, text: m.account_email_taken_body },
  account_confirm_proof: { title: m.account_confirm_proof },
  account_confirm_own: { title: m.account_confirm_own },
  account_confirm_first: { title: m.account_confirm_first, text: m.account_confirm_first_body },
  account_factor_exists: { title: m.account_factor_exists },
  account_factor_none: { title: m.account_factor_none },
  refused_often: { title: m.refused_often },
  refused_away: { title: m.refused_away },
}

/** The alert above a form that was refused; wrong fields have messages of their own. */
export function FormErrorNotice({ refused }: { refused: PageError | undefined }) {
  if (!refused || refused.code === 'refused_fields') return null
  const known = formErrors[refused.code]
  if (!known && Object.keys(refused.fields).length > 0) return null
  const sentence = sentenceFromApi(refused)
  if (!known && sentence !== null)
    return (
      <Notice tone="alert" title={refused.detail.title as string | undefined}>
        {withErrorReference(sentence, refused)}
      </Notice>
    )
  const { title, text } = known ?? { title: m.refused_unexpected }
  return (
    <Notice tone="alert" title={title()}>
      {text ? withErrorReference(text(), refused) : errorReferenceText(refused)}
    </Notice>
  )
}
