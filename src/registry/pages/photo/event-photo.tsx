import { coverOf } from '../../../base/covers.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { classNames } from '../../../ui/style/class-names.ts'
import { Notice } from '../../../ui/text/facts.tsx'
import type { EventTypeView } from '../../event-type.contract.ts'

/** The hosts' photo in an arch, or without one the cover of the event type. */
export function EventPhoto(props: {
  type: Pick<EventTypeView, 'illustration'>
  photo?: string | null
  small?: boolean
  /** For the bar of host pages. */
  tiny?: boolean
}) {
  const { type, photo, small = false, tiny = false } = props
  return (
    <img
      src={photo ?? coverOf(type.illustration)}
      width={120}
      height={120}
      alt=""
      className={classNames(
        'arch shrink-0 object-cover',
        tiny ? 'w-8' : 'w-20 self-start',
        !small && !tiny && 'sm:w-36',
      )}
    />
  )
}

/** Shown instead of a field for a picture while the host's e-mail is not confirmed (R945). */
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
