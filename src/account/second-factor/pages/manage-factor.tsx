import { Form } from 'react-router'
import { formatMoment } from '../../../base/dates.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { useLanguage, useSite } from '../../../ui/page/site-data.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { ProofField } from '../../proof/pages/proof-field.tsx'
import { SettingsSection } from '../../settings/pages/settings-layout.tsx'
import { type FactorFormState, type FactorIntent, FactorNotice } from './factor-notice.tsx'

interface Factor {
  added_at: string
  recovery_codes_left: number
  recovery_due_at: string
}

/** The second factor that there is: new recovery codes, and turning it off. */
export function ManageFactor(props: { factor: Factor; stateOf(intent: FactorIntent): FactorFormState }) {
  const { factor, stateOf } = props
  const language = useLanguage()
  const momentOf = (at: string) => formatMoment(new Date(at), language)
  return (
    <>
      {factor.recovery_due_at && (
        <Notice tone="alert" title={m.account_factor_recovery()} className="mt-4">
          {m.account_factor_recovery_due({ moment: momentOf(factor.recovery_due_at) })}
        </Notice>
      )}
      <p className="mt-4 text-soft">
        {m.account_factor_since({ moment: momentOf(factor.added_at) })}{' '}
        {m.account_factor_left({ count: factor.recovery_codes_left })}
      </p>
      <p className="mt-2 text-soft">{m.account_factor_lost({ phone: useSite()?.supportPhone ?? '' })}</p>
      <SettingsSection title={m.account_factor_codes()}>
        <p className="text-soft">{m.account_factor_renew_lead()}</p>
        <FactorForm intent="renew" label={m.account_factor_renew()} {...stateOf('renew')} />
      </SettingsSection>
      <SettingsSection title={m.account_factor_remove_title()}>
        <p className="text-soft">{m.account_factor_remove_lead()}</p>
        <FactorForm intent="remove" label={m.account_factor_remove()} {...stateOf('remove')} />
      </SettingsSection>
    </>
  )
}

/** A button that takes a proof. The password is asked for once it was pressed, so that the page has no two such fields. */
function FactorForm(props: FactorFormState & { intent: FactorIntent; label: string }) {
  const { intent, label, refused, asksForProof } = props
  const isBusy = useIsSubmitting()
  return (
    <Form aria-label={label} method="post" replace className="flex flex-col gap-4" preventScrollReset>
      <FactorNotice refused={refused} />
      <input type="hidden" name="intent" value={intent} />
      {refused && asksForProof && <ProofField error={refused} proof={{ factor: true }} />}
      <Button type="submit" kind="outline" busy={isBusy} className="self-start">
        {label}
      </Button>
    </Form>
  )
}
