import { redirect, useSearchParams } from 'react-router'
import { formatMoment } from '../../base/dates.ts'
import type { ReplyOf } from '../../base/endpoint.ts'
import type { Language } from '../../base/language.ts'
import { formatEuro } from '../../base/money.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import {
  type giverVisibilities,
  maxGiftMessageLength,
  maxGiverNameLength,
} from '../../checkout/mark.rules.ts'
import { GiverMessageField, GiverVisibilityField } from '../../checkout/pages/giver-fields.tsx'
import { m } from '../../paraglide/messages.js'
import { Button, ButtonLink } from '../../ui/form/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextArea, TextField } from '../../ui/form/text-field.tsx'
import { EmptyState } from '../../ui/list/list-parts.tsx'
import { ProductTile } from '../../ui/media/product-tile.tsx'
import { setFlash } from '../../ui/page/flash.tsx'
import { Link } from '../../ui/page/link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { type PageError, tryCall, withErrorReference } from '../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../ui/page/page-meta.ts'
import { Notice } from '../../ui/text/facts.tsx'
import { changeMyGift, showMyGift, withdrawMyGift } from '../my-gift/my-gift.contract.ts'
import type { Route } from './+types/my-gift-page'
import { myGiftCookie } from './my-gift-link.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  buildPageMeta({ ...matches[0].loaderData, title: m.common_your_gift(), path: paths.myGift, noindex: true })

/** By the private link in the giver's e-mail (R516). */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const token = myGiftCookie.read(ctx)
  const { done } = token ? await tryCall(() => ctx.call(showMyGift, { token })) : { done: null }
  return { gift: done ?? null, language: ctx.language }
}

export async function action({ request, context }: Route.ActionArgs): Promise<{ refused: PageError }> {
  const ctx = context.get(pageContext)
  const token = myGiftCookie.read(ctx) ?? ''
  const form = await request.formData()
  const isWithdrawal = form.get('intent') === 'withdraw'
  const { refused } = await tryCall(() =>
    isWithdrawal
      ? ctx.call(withdrawMyGift, { token })
      : ctx.call(changeMyGift, { token, ...readGiverDetails(form) }),
  )
  if (refused) return { refused }
  if (!isWithdrawal) setFlash(ctx, { tone: 'done', title: m.my_gift_saved() })
  throw redirect(withLanguage(paths.myGift, ctx.language))
}

function readGiverDetails(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '')
  const lineIds = [...form.keys()].flatMap(name => name.match(/^message-(\d+)$/)?.[1] ?? [])
  return {
    giver_name: text('giver_name'),
    giver_name_before: text('giver_name_before'),
    visibility: text('visibility') as (typeof giverVisibilities)[number],
    message: text('message'),
    messages: lineIds.map(id => ({ id: Number(id), message: text(`message-${id}`) })),
  }
}

/** A registry that is named after its hosts is named once. */
function leadText(hosts: string, registry: string): string {
  return hosts === registry ? m.my_gift_lead_same({ registry }) : m.my_gift_lead({ hosts, registry })
}

export default function MyGiftPage({ loaderData, actionData }: Route.ComponentProps) {
  const { gift, language } = loaderData
  if (!gift)
    return (
      <Page title={m.common_your_gift()}>
        <EmptyState
          picture="letter"
          tone="honey"
          title={m.my_gift_none_title()}
          action={
            <ButtonLink to="/contact-us" kind="outline">
              {m.site_link_contact()}
            </ButtonLink>
          }
        >
          {m.my_gift_none_text()}
        </EmptyState>
      </Page>
    )
  const stateTexts = {
    paid: () => m.my_gift_paid({ hosts: gift.host_kind ?? 'hosts' }),
    pending: m.my_gift_pending,
    void: m.my_gift_void,
  }
  return (
    <Page width="text" title={m.common_your_gift()} lead={leadText(gift.hosts, gift.registry_name)}>
      <p className="font-semibold">{stateTexts[gift.state]()}</p>
      {gift.orders.length > 0 && (
        <p className="text-sm text-soft">{m.my_gift_orders({ orders: gift.orders.join(', ') })}</p>
      )}
      <MyGiftLines gift={gift} language={language} />
      {gift.state !== 'void' && <GiverDetailsForm gift={gift} refused={actionData?.refused} />}
      <WithdrawalSection gift={gift} language={language} refused={actionData?.refused} />
      {gift.registry_id && (
        <p className="mt-10">
          <Link to={paths.registry(gift.registry_id)} variant="strong">
            {m.my_gift_registry()}
          </Link>
        </p>
      )}
    </Page>
  )
}

type MyGift = ReplyOf<typeof showMyGift>

function MyGiftLines({ gift, language }: { gift: MyGift; language: Language }) {
  const amountTexts = { contribution: m.cart_contribution, gift_card: m.cart_card }
  return (
    <ul className="mt-6 divide-y divide-line border-line border-y">
      {gift.lines.map(line => (
        <li key={line.id} className="flex items-center gap-4 py-4">
          <ProductTile image={line.image} tile={line.tile} className="w-20 shrink-0" eager />
          <p className="flex-1 font-semibold">
            {line.name}
            <span className="block font-normal text-sm text-soft">
              {line.kind === 'units' ? m.common_units_count({ count: line.units }) : amountTexts[line.kind]()}
            </span>
          </p>
          <p className="font-semibold tabular-nums">{formatEuro(line.amount, language)}</p>
        </li>
      ))}
    </ul>
  )
}

interface SectionProps {
  gift: MyGift
  refused: PageError | undefined
}

/** The giver can change name, visibility and messages at any time (R516, the giver's link). */
function GiverDetailsForm({ gift, refused }: SectionProps) {
  const hosts = gift.host_kind ?? 'hosts'
  return (
    <Form aria-label={m.common_save()} method="post" className="mt-10 grid gap-5" noValidate>
      <h2 className="text-2xl">{m.my_gift_details_title({ hosts })}</h2>
      <input type="hidden" name="giver_name_before" value={gift.giver_name} />
      <TextField
        name="giver_name"
        label={m.checkout_name_label()}
        autoComplete="name"
        maxLength={maxGiverNameLength}
        defaultValue={gift.giver_name}
        error={refused?.fields.giver_name}
      />
      <GiverVisibilityField chosen={gift.visibility} />
      <GiverMessageField hosts={hosts} message={gift.message} refused={refused} />
      {gift.has_own_messages &&
        gift.lines.map(line => (
          <TextArea
            key={line.id}
            name={`message-${line.id}`}
            label={m.my_gift_line_message_label({ name: line.name })}
            maxCharacters={maxGiftMessageLength}
            rows={2}
            optional
            defaultValue={line.message}
          />
        ))}
      <Button type="submit" className="justify-self-start">
        {m.common_save()}
      </Button>
    </Form>
  )
}

interface WithdrawalProps extends SectionProps {
  language: Language
}

/** Withdrawal from the contract (R517) in two steps, its state, or a link to the shop's own page for it. */
function WithdrawalSection({ gift, refused, language }: WithdrawalProps) {
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
