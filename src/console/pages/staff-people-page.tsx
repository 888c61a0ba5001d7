import { data } from 'react-router'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
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
import { NeededProof } from './frame/proof-fields.tsx'
import { type ReasonAction, ReasonSection } from './frame/reason-section.tsx'
import { StaffForm, StaffPage, StaffSection } from './frame/staff-frame.tsx'
import { type StaffColumn, StaffList } from './frame/staff-table.tsx'
import { RegistryLink, replyText } from './frame/staff-text.tsx'
import { letterName } from './registry/payout-messages.ts'
import { checkoutStates } from './search-messages.ts'
import { staffMeta } from './session/staff-page.ts'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_people_title(), matches)

export const loader = (args: Route.LoaderArgs) => callConsole(args, 'person', {})

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
  const { person = null, refused } = actionData ?? {}
  const emailError = person === null && refused ? refused.fields.email : undefined
  return (
    <StaffPage title={m.staff_people_title()} lead={m.staff_people_lead()}>
      <StaffForm submit={m.staff_people_find()} button={{ name: 'intent', value: 'find' }}>
        <TextField
          label={m.common_email()}
          name="email"
          type="email"
          required
          autoComplete="off"
          defaultValue={actionData?.email}
          error={emailError ? m.staff_email_wrong() : null}
        />
      </StaffForm>
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
    <ReasonSection intent="erase" action={erasure} answer={refused && { intent: 'erase', refused, reason }}>
      <input type="hidden" name="email" value={person.email} />
    </ReasonSection>
  )
}

type PersonData = NonNullable<ConsoleAnswer<'person'>>

type Kind = keyof PersonData['counts']
type RowOf<K extends Kind> = PersonData[K][number]

function PersonFacts({ person }: { person: PersonData }) {
  const { host, counts, email } = person
  const file = useLocalizedHref(paths.staffPersonFile)
  const isNobody = host === null && Object.values(counts).every(count => count === 0)
  if (isNobody) return <p role="status">{m.staff_person_nothing()}</p>
  const lists: { [K in Kind]: RowOf<K>[] } = person
  const part = <K extends Kind>(id: K, title: string, columns: StaffColumn<RowOf<K>>[]) => {
    const rows = lists[id]
    return (
      counts[id] > 0 && (
        <StaffList id={id} rows={rows} columns={columns} label={title} title={`${title} (${counts[id]})`} />
      )
    )
  }
  return (
    <>
      <StaffForm
        submit={m.staff_host_export()}
        button={{ size: 'small' }}
        action={file}
        reloadDocument
        className="flex flex-col items-start gap-3"
      >
        <input type="hidden" name="email" value={email} />
        <NeededProof id="file" />
      </StaffForm>
      {host && (
        <StaffSection title={m.staff_host_title()} id="host">
          <Link to={paths.staffHost(host.id)} variant="text" className="font-semibold">
            {host.name || email}
          </Link>
          {host.leaving && <p>{m.staff_leaving_already()}</p>}
        </StaffSection>
      )}
      {part('given', m.staff_person_given(), givenColumns())}
      {part('invited', m.staff_person_invited(), invitedColumns())}
      {part('wrote', m.staff_person_wrote(), wroteColumns())}
      {part('letters', m.staff_part_letters(), letterColumns())}
    </>
  )
}

const givenColumns = (): StaffColumn<RowOf<'given'>>[] => [
  { label: m.common_registry(), cell: row => <RegistryLink code={row.registry} part="orders" /> },
  { label: m.staff_value_giver(), cell: row => row.name },
  { label: m.common_state(), cell: row => checkoutStates[row.state]() },
  { label: m.staff_created(), at: row => row.created_at },
]

const invitedColumns = (): StaffColumn<RowOf<'invited'>>[] => [
  { label: m.common_registry(), cell: row => <RegistryLink code={row.registry} part="guests" /> },
  { label: m.staff_value_name(), cell: row => row.name },
  { label: m.common_reply(), cell: replyText },
  { label: m.staff_column_invited(), at: row => row.invited_at },
]

const wroteColumns = (): StaffColumn<RowOf<'wrote'>>[] => [
  { label: m.staff_value_name(), cell: row => row.name },
  { label: m.staff_value_message(), cell: row => row.message },
  { label: m.staff_created(), at: row => row.created_at },
]

const letterColumns = (): StaffColumn<RowOf<'letters'>>[] => [
  { label: m.staff_value_template(), cell: row => letterName(row.template) },
  { label: m.staff_created(), at: row => row.created_at },
]
