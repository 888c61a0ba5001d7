import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { ButtonLink } from '../../ui/form/button.tsx'
import { Page } from '../../ui/page/page.tsx'

/** For a link of an e-mail that was used, replaced or is too old. */
export function LinkOverPage(props: { title: string; lead?: string; next?: { to: string; label: string } }) {
  const { title, lead, next } = props
  return (
    <Page title={title} lead={lead} width="form">
      {next && (
        <ButtonLink to={next.to} size="large">
          {next.label}
        </ButtonLink>
      )}
    </Page>
  )
}

/** For a link about a new e-mail that was used or is too old. */
export function LateLinkPage() {
  return (
    <LinkOverPage
      title={m.account_email_change_late()}
      lead={m.account_email_change_late_body()}
      next={{ to: paths.settings, label: m.common_settings() }}
    />
  )
}
