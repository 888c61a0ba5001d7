import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { Notice } from '../../../ui/text/notice.tsx'

/** In place of a field for a picture, as long as the host's e-mail is not confirmed (R945). */
export function UnconfirmedUploads() {
  return (
    <Notice>
      <p>{m.picture_unconfirmed()}</p>
      <ButtonLink to={paths.settings} kind="outline" className="mt-3">
        {m.common_confirm_my_email()}
      </ButtonLink>
    </Notice>
  )
}
