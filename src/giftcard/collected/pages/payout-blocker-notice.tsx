import { Form } from 'react-router'
import { formatMoment } from '../../../base/dates.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { Notice } from '../../../ui/text/notice.tsx'

/** Tells the owner why no money can leave at the moment, and what they can do about it (R130, R129). */
export function PayoutBlockerNotice(props: { confirmed: boolean; holdUntil: string; email: string }) {
  const language = useLanguage()
  if (!props.confirmed)
    return (
      <Notice title={m.payout_unconfirmed()}>
        <p>{m.payout_unconfirmed_body()}</p>
        <Form role="presentation" method="post" action={paths.emailConfirmation} className="mt-3">
          <input type="hidden" name="email" value={props.email} />
          <Button type="submit" kind="outline">
            {m.account_confirm_send()}
          </Button>
        </Form>
      </Notice>
    )
  if (props.holdUntil === '') return null
  const moment = formatMoment(new Date(props.holdUntil), language)
  return <Notice title={m.payout_on_hold_until({ moment })}>{m.payout_on_hold_body()}</Notice>
}
