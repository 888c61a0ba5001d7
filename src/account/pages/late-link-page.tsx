import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { LinkOverPage } from './link-over-page.tsx'

/** For a link about a new e-mail that was used or is too old. */
export function LateLinkPage() {
  const [title, lead] = [m.account_email_change_late(), m.account_email_change_late_body()]
  return (
    <LinkOverPage
      title={title}
      lead={lead}
      next={{ to: paths.settings, label: m.account_settings_title() }}
    />
  )
}
