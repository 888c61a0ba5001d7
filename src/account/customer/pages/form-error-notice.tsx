import { sentenceFromApi } from '../../../base/app-error.ts'
import { m } from '../../../paraglide/messages.js'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { Notice } from '../../../ui/text/notice.tsx'

/** Title and line of each refusal that concerns the whole form (spec §8). */
const words: Record<string, { title: () => string; line?: () => string }> = {
  account_login_wrong: { title: m.account_login_wrong, line: m.account_login_wrong_body },
  account_login_away: { title: m.account_login_away, line: m.account_login_away_body },
  account_email_taken: { title: m.account_email_taken, line: m.account_email_taken_body },
  refused_often: { title: m.refused_often },
  refused_away: { title: m.refused_away },
}

/** The banner over a form that was refused; wrong fields speak for themselves. */
export function FormErrorNotice({ refused }: { refused: PageError | undefined }) {
  if (!refused || refused.code === 'refused_fields') return null
  const known = words[refused.code]
  if (!known && Object.keys(refused.fields).length > 0) return null
  if (sentenceFromApi(refused.code))
    return (
      <Notice tone="alert" title={refused.detail.title as string | undefined}>
        {refused.code}
      </Notice>
    )
  const { title, line } = known ?? { title: m.refused_unexpected }
  return (
    <Notice tone="alert" title={title()}>
      {line?.()}
    </Notice>
  )
}
