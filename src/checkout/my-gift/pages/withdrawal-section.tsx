import { Form, useSearchParams } from 'react-router'
import { formatMoment } from '../../../base/dates.ts'
import type { ReplyOf } from '../../../base/endpoint.ts'
import type { Language } from '../../../base/language.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button, ButtonLink } from '../../../ui/form/button.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { type PageError, withErrorReference } from '../../../ui/page/page-errors.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import type { showMyGift } from '../contract.ts'

interface WithdrawalProps {
  gift: ReplyOf<typeof showMyGift>
  refused: PageError | undefined
  language: Language
}

/** Withdrawing from the contract in two steps, what became of it, or the way to the shop's own function (R517). */
export function WithdrawalSection({ gift, refused, language }: WithdrawalProps) {
  const [query] = useSearchParams()
  if (gift.withdrawal === 'over') return null
  const isConfirming = query.has('withdraw') && gift.withdrawal === 'possible' && !gift.withdrawal_url
  return (
    <section id="withdrawal" className="mt-12 border-line border-t pt-8">
      <h2 className="text-2xl">{m.my_gift_withdraw_title()}</h2>
      {refused && Object.keys(refused.fields).length === 0 && (
        <Notice tone="alert" className="mt-4">
          {withErrorReference(
            refused.code === 'my_gift_late' ? m.my_gift_withdraw_ended() : m.refused_away(),
            refused,
          )}
        </Notice>
      )}
      {isConfirming ? <ConfirmWithdrawal gift={gift} /> : <WithdrawalState gift={gift} language={language} />}
    </section>
  )
}

function WithdrawalState({ gift, language }: Pick<WithdrawalProps, 'gift' | 'language'>) {
  if (gift.withdrawal === 'asked' && gift.withdrawn_at) {
    const time = formatMoment(new Date(gift.withdrawn_at), language)
    return (
      <Notice tone="done" className="mt-4">
        {gift.email
          ? m.my_gift_withdrawn({ time, email: gift.email })
          : m.my_gift_withdrawn_without_email({ time })}
      </Notice>
    )
  }
  if (gift.withdrawal === 'ended')
    return (
      <p className="mt-3 text-soft">
        {m.my_gift_withdraw_ended()} <Link to="/contact-us">{m.site_link_contact()}</Link>
      </p>
    )
  return (
    <>
      <p className="mt-3 text-soft">{m.my_gift_withdraw_text()}</p>
      <ButtonLink
        to={gift.withdrawal_url ?? `${paths.myGift}?withdraw=1`}
        kind="outline"
        className="mt-4"
        preventScrollReset
      >
        {m.my_gift_withdraw()}
      </ButtonLink>
    </>
  )
}

/** Who withdraws from what, and where the acknowledgement goes. */
function ConfirmWithdrawal({ gift }: Pick<WithdrawalProps, 'gift'>) {
  const facts = [
    [m.checkout_name_label(), gift.giver_name],
    [m.my_gift_withdraw_orders(), gift.orders.join(', ')],
    [m.common_gifts(), gift.lines.map(line => line.name).join('\u00a0· ')],
    [m.my_gift_withdraw_email(), gift.email ?? ''],
  ].filter(([, value]) => value !== '')
  return (
    <Form aria-label={m.my_gift_withdraw_confirm()} method="post" action={paths.myGift} className="mt-4">
      <p>{m.my_gift_withdraw_ask()}</p>
      <dl className="mt-4 grid gap-3">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-soft">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="withdraw">
          {m.my_gift_withdraw_confirm()}
        </Button>
        <ButtonLink to={paths.myGift} kind="outline" preventScrollReset>
          {m.my_gift_withdraw_keep()}
        </ButtonLink>
      </div>
    </Form>
  )
}
