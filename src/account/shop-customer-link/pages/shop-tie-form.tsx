import { Form } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { FormErrorNotice } from '../../../ui/form/form-error-notice.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { PasswordField } from '../../../ui/form/text-field.tsx'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { Notice } from '../../../ui/text/notice.tsx'

/** Asks once for the shop's password, by which the account is tied to the shop's customer again (R1222). */
export function ShopTieForm({ refused }: { refused: PageError | undefined }) {
  const isBusy = useIsSubmitting()
  return (
    <Notice title={m.account_shop_tie_title()} className="mb-8">
      <p>{m.account_shop_tie_lead()}</p>
      <Form
        aria-label={m.account_shop_tie_title()}
        method="post"
        replace
        className="mt-4 flex flex-col gap-4"
      >
        <FormErrorNotice refused={refused} />
        <PasswordField
          label={m.account_shop_tie_password()}
          name="password"
          autoComplete="off"
          error={refused?.fields.password}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="shop-tie" value="password" busy={isBusy}>
            {m.account_shop_tie_action()}
          </Button>
          <Button type="submit" name="shop-tie" value="none" kind="outline">
            {m.account_shop_tie_decline()}
          </Button>
        </div>
      </Form>
    </Notice>
  )
}
