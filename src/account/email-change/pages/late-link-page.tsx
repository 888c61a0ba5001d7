import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { Page } from '../../../ui/page/page.tsx'

/** What a link about a new e-mail shows that was used or is too old. */
export function LateLinkPage() {
  return (
    <Page title={m.account_email_change_late()} lead={m.account_email_change_late_body()} width="form">
      <ButtonLink to={paths.settings} size="large">
        {m.account_settings_title()}
      </ButtonLink>
    </Page>
  )
}
