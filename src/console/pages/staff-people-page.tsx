import { data } from 'react-router'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/form/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useIsSubmitting } from '../../ui/form/submission.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Link, useLocalizedHref } from '../../ui/page/link.tsx'
import type { PageError } from '../../ui/page/page-errors.ts'
import type { Route } from './+types/staff-people-page'
import {
  type ConsoleAnswer,
  callConsole,
  goOnTo,
  tryConsole,
  tryConsoleWithProof,
} from './frame/console-call.ts'
import { ProofFields, useNeedsProof } from './frame/proof-fields.tsx'
import type { ReasonAction } from './frame/reason-action.ts'
import { ReasonSection } from './frame/reason-section.tsx'
import { StaffPage, StaffSection } from './frame/staff-frame.tsx'
import { type StaffColumn, StaffList } from './frame/staff-table.tsx'
import { Moment, RegistryLink, replyText } from './frame/staff-text.tsx'
import { letterName } from './registry/payout-messages.ts'
import { checkoutStateText } from './search-messages.ts'
import { staffMeta } from './session/staff-page.ts'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_people_title(), matches)

export async function loader(args: Route.LoaderArgs) {
  return callConsole(args, 'person', {})
}

/** Uses POST, so that no person's address is in a URL, a log or a browser's history. */
export async function action(args: Route.ActionArgs) {
  const values = Object.fromEntries(await args.request.formData()) as Record<string, string>
  const { intent = '', email = '', reason = '' } = values
  if (intent === 'erase') {
    const { done, refused } = await tryConsoleWithProof(args, values, 'erasePerson', values as never)
    if (done) throw goOnTo(args, paths.staffPeople, erasure.done(), erasedText(done))
    const person = await callConsole(args, 'person', { email })
    return data({ email, person, refused, reason }, { status: refused.status })
  }
  const { done, refused } = await tryConsole(args, 'person', { email: email || ' ' })
  if (refused) return data({ email, person: null, refused, reason }, { status: refused.status })
  return { email, person: done, refused: undefined, reason }
}

const erasure: ReasonAction = {
  call: 'erasePerson',
  title: m.staff_person_erase,
  lead: m.staff_person_erase_lead,
  done: m.staff_person_erased,
  isDangerous: true,
  isProved: true,
  isSure: true,
}

function erasedText({ leaving, ...numbers }: ConsoleAnswer<'erasePerson'>) {
  const counts = m.staff_person_erased_counts(numbers)
  return leaving ? `${counts} ${m.staff_erase_done()}` : counts
}

export default function StaffPeoplePage({ actionData }: Route.ComponentProps) {
  const isBusy = useIsSubmitting()
  const { person = null, refused } = actionData ?? {}
  const emailError = person === null && refused ? refused.fields.email : undefined
  return (
    <StaffPage title={m.staff_people_title()} lead={m.staff_people_lead()}>
      <Form method="post" aria-label={m.staff_people_find()} className="flex max-w-2xl flex-col gap-3">
        <TextField
          label={m.common_email()}
          name="email"
          type="email"
          required
          autoComplete="off"
          defaultValue={actionData?.email}
          error={emailError ? m.staff_email_wrong() : null}
        />
        <Button type="submit" name="intent" value="find" kind="outline" busy={isBusy} className="self-start">
          {m.staff_people_find()}
        </Button>
      </Form>
      {person && (
        <>
          <PersonFacts person={person} />
          <PersonErasure person={person} refused={refused} reason={actionData?.reason ?? ''} />
        </>
      )}
    </StaffPage>
  )
}

function PersonErasure(props: { person: PersonData; refused: PageError | undefined; reason: string }) {
  const { person, refused, reason } = props
  const { given, invited, wrote, letters } = person.counts
  if (person.host === null && given + invited + wrote + letters === 0) return null
  return (
    <ReasonSection
      intent="erase"
      action={erasure}
      answer={refused && { intent: 'erase', refused, reason }}
      refusedText={refused?.code === 'account_confirm_first' ? m.staff_person_unconfirmed() : undefined}
    >
      <input type="hidden" name="email" value={person.email} />
    </ReasonSection>
  )
}

type PersonData = NonNullable<ConsoleAnswer<'person'>>

type Given = PersonData['given'][number]
type Invited = PersonData['invited'][number]
type Wrote = PersonData['wrote'][number]
type Letter = PersonData['letters'][number]

function PersonFacts({ person }: { person: PersonData }) {
  const { host, given, invited, wrote, letters, counts, email } = person
  const needsProof = useNeedsProof()
  const file = useLocalizedHref(paths.staffPersonFile)
  const isNobody = host === null && Object.values(counts).every(count => count === 0)
  if (isNobody) return <p role="status">{m.staff_person_nothing()}</p>
  return (
    <>
      <Form
        method="post"
        action={file}
        reloadDocument
        aria-label={m.staff_host_export()}
        className="flex flex-col items-start gap-3"
      >
        <input type="hidden" name="email" value={email} />
        {needsProof && <ProofFields id="file" />}
        <Button type="submit" kind="outline" size="small">
          {m.staff_host_export()}
        </Button>
      </Form>
      {host && (
        <StaffSection title={m.staff_host_title()} id="host">
          <Link to={paths.staffHost(host.id)} variant="text" className="font-semibold">
            {host.name || email}
          </Link>
          {host.leaving && <p>{m.staff_leaving_already()}</p>}
        </StaffSection>
      )}
      <Part
        title={m.staff_person_given()}
        id="given"
        count={counts.given}
        rows={given}
        columns={givenColumns()}
      />
      <Part
        title={m.staff_person_invited()}
        id="invited"
        count={counts.invited}
        rows={invited}
        columns={invitedColumns()}
      />
      <Part
        title={m.staff_person_wrote()}
        id="wrote"
        count={counts.wrote}
        rows={wrote}
        columns={wroteColumns()}
      />
      <Part
        title={m.staff_part_letters()}
        id="letters"
        count={counts.letters}
        rows={letters}
        columns={letterColumns()}
      />
    </>
  )
}

const givenColumns = (): StaffColumn<Given>[] => [
  { label: m.common_registry(), cell: row => <RegistryLink code={row.registry} part="orders" /> },
  { label: m.staff_value_giver(), cell: row => row.name },
  { label: m.common_state(), cell: row => checkoutStateText(row.state) },
  { label: m.staff_created(), cell: row => <Moment at={row.created_at} /> },
]

const invitedColumns = (): StaffColumn<Invited>[] => [
  { label: m.common_registry(), cell: row => <RegistryLink code={row.registry} part="guests" /> },
  { label: m.staff_value_name(), cell: row => row.name },
  { label: m.common_reply(), cell: replyText },
  { label: m.staff_column_invited(), cell: row => <Moment at={row.invited_at} /> },
]

const wroteColumns = (): StaffColumn<Wrote>[] => [
  { label: m.staff_value_name(), cell: row => row.name },
  { label: m.staff_value_message(), cell: row => row.message },
  { label: m.staff_created(), cell: row => <Moment at={row.created_at} /> },
]

const letterColumns = (): StaffColumn<Letter>[] => [
  { label: m.staff_value_template(), cell: row => letterName(row.template) },
  { label: m.staff_created(), cell: row => <Moment at={row.created_at} /> },
]

function Part<Row>(props: {
  title: string
  id: string
  count: number
  rows: Row[]
  columns: StaffColumn<Row>[]
}) {
  const { title, id, count, rows, columns } = props
  if (count === 0) return null
  return (
    <StaffList
      {...{ id, rows, columns }}
      label={title}
      title={`${title} (${count})`}
      rowKey={row => rows.indexOf(row)}
    />
  )
}
