import { useId } from 'react'
import { m } from '../../../paraglide/messages.js'
import { Button, ButtonLink } from '../../../ui/form/button.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { TextArea } from '../../../ui/form/text-field.tsx'
import { useValidatedForm } from '../../../ui/form/validated-form.ts'
import { Link } from '../../../ui/page/link.tsx'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { Notice } from '../../../ui/text/facts.tsx'
import { type ActionLookView, type ParcelElsewhere, reasonSchema } from '../../action/look.rules.ts'
import { ProofFields } from '../frame/proof-fields.tsx'
import { ActionComparison } from './action-comparison.tsx'
import type { DescribedAction } from './action-description.ts'
import { lettersText } from './action-messages.ts'

type Typed = Record<string, string>
type Confirm = NonNullable<ActionLookView['confirm']>

/** The confirmation of an action: what is and what will be, and the reason. Nothing is done before it is sent. */
export function ActionConfirmation(props: {
  action: DescribedAction
  typed: Typed
  confirm: Confirm
  formKey: string
  reason: string
  refused: Pick<PageError, 'code' | 'fields'> | undefined
}) {
  const { action, typed, confirm, formKey, reason, refused } = props
  const { title, fields, isPrivate } = action
  const isBusy = useIsSubmitting()
  const changes = useId()
  const form = useValidatedForm({
    endpoint: { input: reasonSchema },
    fieldErrors: refused && 'reason' in refused.fields ? refused.fields : undefined,
  })
  const hidden = { ...typed, version: confirm.version, key: formKey }
  return (
    <>
      <Form
        method="post"
        reloadDocument
        aria-label={title}
        // Keeps the text that is being written above the sticky bar of the button.
        className="flex max-w-3xl flex-col gap-5 max-md:[&_textarea]:scroll-mb-28"
        {...form.props}
      >
        <ErrorSummary {...form.summary} />
        {confirm.mismatch && <Notice tone="alert" title={m.staff_line_mismatch(confirm.mismatch)} />}
        {confirm.parcel && <ParcelNotice {...confirm.parcel} />}
        <ActionComparison {...confirm} />
        <p className="wrap-anywhere">{lettersText(confirm.readers)}</p>
        {confirm.needs_second && <p className="font-semibold">{m.staff_approval_beforehand()}</p>}
        {Object.entries(hidden).map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
        <TextArea
          label={m.staff_column_reason()}
          help={m.staff_action_reason_help()}
          name="reason"
          maxLength={500}
          defaultValue={reason}
          error={form.error('reason')}
        />
        {confirm.needs_proof && <ProofFields id="act" refused={refused} />}
        <div className="flex-wrap gap-3 max-md:contents md:flex">
          <div className={barClasses}>
            <Button type="submit" busy={isBusy} className="max-md:w-full">
              {title}
            </Button>
          </div>
          <ChangeButton typed={typed} form={isPrivate ? changes : null} hasFields={fields.length > 0} />
        </div>
      </Form>
      {isPrivate && <ChangeForm id={changes} typed={typed} />}
    </>
  )
}

/** Its parcel goes to the buyer (R1152), which staff have to know before the order is the hosts'. */
function ParcelNotice({ order, shop_url }: ParcelElsewhere) {
  return (
    <Notice tone="alert" title={m.staff_parcel_elsewhere({ order })}>
      <p>{m.staff_order_elsewhere_do()}</p>
      <p>
        <Link to={shop_url} variant="text" className="inline-block py-1 max-md:py-3">
          {m.staff_order_in_shop({ order })}
        </Link>
      </p>
    </Notice>
  )
}

/** On a phone the button is sticky, so that it stays in reach below long contents. */
const barClasses =
  'max-md:sticky max-md:bottom-0 max-md:z-10 max-md:-mx-4.5 max-md:border-t max-md:border-line max-md:bg-paper max-md:px-4.5 max-md:py-2'

/** Goes back to the fields, by a link or, with values that may stand in no URL, by submitting `ChangeForm`. */
function ChangeButton(props: { typed: Typed; form: string | null; hasFields: boolean }) {
  const { typed, form, hasFields } = props
  const look = { kind: 'quiet', className: 'max-md:self-start' } as const
  if (form !== null)
    return (
      <Button type="submit" form={form} {...look}>
        {m.staff_action_edit()}
      </Button>
    )
  if (!hasFields) return null
  return (
    <ButtonLink to={`?${new URLSearchParams({ ...typed, edit: '1' })}`} {...look}>
      {m.staff_action_edit()}
    </ButtonLink>
  )
}

function ChangeForm({ id, typed }: { id: string; typed: Typed }) {
  return (
    <Form method="post" reloadDocument id={id} hidden>
      {Object.entries({ ...typed, step: 'look', edit: '1' }).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
    </Form>
  )
}
