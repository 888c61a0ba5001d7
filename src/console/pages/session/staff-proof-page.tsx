import { data } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Button, ButtonLink } from '../../../ui/form/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { readFormValues } from '../../../ui/form/submit-form.ts'
import { callConsole, callOpenly, tryConsole } from '../frame/console-call.ts'
import { ProofFields } from '../frame/proof-fields.tsx'
import { StaffPage } from '../frame/staff-frame.tsx'
import type { Route } from './+types/staff-proof-page'
import { staffMeta, staffReturnPath } from './staff-page.ts'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_proof_title(), matches)

export async function loader(args: Route.LoaderArgs) {
  await callConsole(args, 'sessions', {})
  const staff = await callOpenly(args, 'self', {})
  return { to: staffReturnPath(args.request), isProved: staff?.is_proved === true }
}

export async function action(args: Route.ActionArgs) {
  const { proof_password = '', proof_code = '' } = readFormValues(await args.request.formData())
  const { refused } = await tryConsole(args, 'proof', { proof_password, proof_code })
  return refused ? data({ refused }, { status: refused.status }) : { refused: null }
}

/** Asks for password and time code before a file with people in it: a file has no page that could ask (R1181). */
export default function StaffProofPage({ loaderData, actionData }: Route.ComponentProps) {
  const { to, isProved } = loaderData
  return (
    <StaffPage title={m.staff_proof_title()}>
      {isProved || actionData?.refused === null ? (
        <ButtonLink to={to} reloadDocument className="self-start">
          {m.common_go_on()}
        </ButtonLink>
      ) : (
        <Form method="post" aria-label={m.staff_proof_title()} className="flex max-w-md flex-col gap-4">
          <ProofFields id="file" refused={actionData?.refused} />
          <Button type="submit" className="self-start">
            {m.staff_proof_action()}
          </Button>
        </Form>
      )}
    </StaffPage>
  )
}
