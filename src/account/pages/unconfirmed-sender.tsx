import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { ButtonLink } from '../../ui/form/button.tsx'
import { Notice } from '../../ui/text/facts.tsx'

/** Stands in for a form that writes to others while the host's e-mail is not confirmed (R706). */
export function UnconfirmedSender() {
  return (
    <Notice>
      <p>{m.invitations_unconfirmed()}</p>
      <ButtonLink to={paths.settings} kind="outline" className="mt-3">
        {m.common_confirm_my_email()}
      </ButtonLink>
    </Notice>
  )
}
