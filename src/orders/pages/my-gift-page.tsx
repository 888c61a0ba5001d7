import { data, redirect, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { formatMoment } from '../../base/dates.ts'
import type { ReplyOf } from '../../base/endpoint.ts'
import type { Language } from '../../base/language.ts'
import { formatEuro } from '../../base/money.ts'
import { parseNestedForm } from '../../base/nested-form.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { maxGiftMessageLength, maxGiverNameLength } from '../../checkout/mark.rules.ts'
import { GiverMessageField, GiverVisibilityField } from '../../checkout/pages/giver-fields.tsx'
import { m } from '../../paraglide/messages.js'
import { Button, ButtonLink } from '../../ui/form/button.tsx'
import { ErrorSummary } from '../../ui/form/error-summary.tsx'
import { Form } from '../../ui/form/form.tsx'
import { type FormValues, readFormValues, submitForm } from '../../ui/form/submit-form.ts'
import { TextArea, TextField } from '../../ui/form/text-field.tsx'
import { useValidatedForm } from '../../ui/form/validated-form.ts'
import { EmptyState } from '../../ui/list/list-parts.tsx'
import { ProductTile } from '../../ui/media/product-tile.tsx'
import { setFlash } from '../../ui/page/flash.tsx'
import { Link } from '../../ui/page/link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { errorText, type PageError, tryCall, wholeErrorText } from '../../ui/page/page-errors.ts'
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
  const { done: gift, refused } = token
    ? await tryCall(() => ctx.call(showMyGift, { token }))
    : { done: null, refused: null }
  // Too many requests, or a failure: the link itself may well work.
  if (refused && refused.status >= 429) throw data(refused, { status: refused.status })
  return { gift, language: ctx.language }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const token = myGiftCookie.read(ctx) ?? ''
  const values = readFormValues(await request.formData())
  const isWithdrawal = values.intent === 'withdraw'
  const { refused } = isWithdrawal
    ? await submitForm(ctx, withdrawMyGift, {}, { token })
    : await submitForm(ctx, changeMyGift, parseNestedForm(Object.entries(values)), { token })
  if (refused) return data({ refused, values, isWithdrawal }, { status: refused.status })
  if (!isWithdrawal) setFlash(ctx, { tone: 'done', title: m.my_gift_saved() })
  throw redirect(withLanguage(paths.myGift, ctx.language))
}

/** A registry that is named after its hosts is named once. */
function leadText(hosts: string, registry: string): string {
  return hosts === registry ? m.my_gift_lead_same({ registry }) : m.my_gift_lead({ hosts, registry })
}

/** Also after a withdrawal that came too late: the term has ended meanwhile. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || defaultShouldRevalidate
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
  const { refused, values, isWithdrawal } = actionData ?? {}
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
      {gift.state !== 'void' && <GiverDetailsForm gift={gift} {...(!isWithdrawal && { refused, values })} />}
      <WithdrawalSection gift={gift} language={language} refused={isWithdrawal ? refused : undefined} />
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
  const amountTexts = { contribution: m.common_contribution, gift_card: m.cart_card }
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
  refused?: PageError | undefined
}

const giverDetails = z.omit(changeMyGift.input, { token: true })

/** The giver can change name, visibility and messages at any time (R516, the giver's link). */
function GiverDetailsForm({ gift, refused, values }: SectionProps & { values?: FormValues | undefined }) {
  const hosts = gift.host_kind ?? 'hosts'
  const form = useValidatedForm({
    endpoint: changeMyGift,
    schema: giverDetails,
    fieldErrors: refused?.fields,
  })
  const failure = wholeErrorText(refused)
  return (
    <Form aria-label={m.common_save()} method="post" className="mt-10 grid gap-5" {...form.props}>
      <h2 className="text-2xl">{m.my_gift_details_title({ hosts })}</h2>
      {failure && <Notice tone="alert">{failure}</Notice>}
      <ErrorSummary {...form.summary} />
      <input type="hidden" name="giver_name_before" value={gift.giver_name} />
      <TextField
        name="giver_name"
        label={m.common_your_name()}
        autoComplete="name"
        maxLength={maxGiverNameLength}
        defaultValue={values?.giver_name ?? gift.giver_name}
        error={form.error('giver_name')}
      />
      <GiverVisibilityField chosen={values?.visibility ?? gift.visibility} />
      <GiverMessageField
        hosts={hosts}
        message={values?.message ?? gift.message}
        error={form.error('message')}
      />
      {gift.has_own_messages &&
        gift.lines.map((line, index) => (
          <OwnMessageField key={line.id} line={line} index={index} values={values} error={form.error} />
        ))}
      <Button type="submit" className="justify-self-start">
        {m.common_save()}
      </Button>
    </Form>
  )
}

/** What the giver wrote for one gift (R414). */
function OwnMessageField(props: {
  line: MyGift['lines'][number]
  index: number
  values: FormValues | undefined
  error: (name: string) => string | null
}) {
  const { line, index, values, error } = props
  const name = `messages[${index}][message]`
  return (
    <>
      <input type="hidden" name={`messages[${index}][id]`} value={line.id} />
      <TextArea
        name={name}
        label={m.my_gift_line_message_label({ name: line.name })}
        maxCharacters={maxGiftMessageLength}
        rows={2}
        optional
        defaultValue={values?.[name] ?? line.message}
        error={error(name)}
      />
    </>
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
      {refused && (
        <Notice tone="alert" className="mt-4">
          {refused.code === 'my_gift_late' ? m.my_gift_withdraw_ended() : errorText(refused)}
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
    [m.common_your_name(), gift.giver_name],
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
