import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/form/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Page } from '../../ui/page/page.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { requireCustomer } from '../../ui/page/require-customer.ts'
import { showProof } from '../proof/proof.contract.ts'
import type { Route } from './+types/data-export-page'
import { accountMeta } from './person-fields.ts'
import { ProofField } from './proof-field.tsx'
import { BackToSettings } from './settings-layout.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.account_data_title(), paths.settingsDownload, matches, true)

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  requireCustomer(ctx, request)
  return ctx.call(showProof, {})
}

/** Asks for a fresh proof where there is none (R1223); the button downloads the file. */
export default function DataExportPage({ loaderData: proof }: Route.ComponentProps) {
  return (
    <Page title={m.account_data_title()} lead={m.account_data_download_lead()} width="form">
      <Form
        aria-label={m.account_data_action()}
        method="post"
        action={paths.settingsDownloadFile}
        reloadDocument
        className="flex flex-col gap-5"
      >
        {!proof.fresh && <ProofField error={undefined} proof={proof} />}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="large">
            {m.account_data_action()}
          </Button>
          <BackToSettings />
        </div>
      </Form>
    </Page>
  )
}
