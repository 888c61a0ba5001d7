import type { ReactNode } from 'react'
import { formatMoment } from '../../../base/dates.ts'
import { languageLabel } from '../../../base/language.ts'
import { paths } from '../../../base/paths.ts'
import { formatPhone } from '../../../base/phone.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'
import type { ConsoleAnswer } from '../../frame/pages/console-call.ts'
import { Moment, RegistryLinks, SignedIn } from '../../frame/pages/staff-text.tsx'

type StaffAccount = ConsoleAnswer<'host'>

/** What is known of a host's account. */
export function HostFacts({ host, isManager }: { host: StaffAccount; isManager: boolean }) {
  const facts: [label: string, value: ReactNode][] = [
    [
      m.staff_email_confirmed(),
      host.confirmed_at === null ? (
        m.staff_email_unconfirmed()
      ) : (
        <Moment key="confirmed" at={host.confirmed_at} />
      ),
    ],
    [m.staff_value_waiting_email(), host.waiting_email],
    [m.common_phone(), host.phone ? formatPhone(host.phone) : '—'],
    [m.common_language(), languageLabel(host.language)],
    [m.staff_created(), <Moment key="created" at={host.created_at} />],
    [m.staff_leaving(), host.leaving_at && <Moment key="leaving" at={host.leaving_at} />],
    [m.account_factor_title(), <FactorText key="factor" factor={host.factor} />],
    [m.staff_signed_in(), <Sessions key="sessions" sessions={host.sessions} />],
    [
      m.staff_found_registries(),
      host.registries.length === 0 ? '—' : <RegistryLinks key="registries" codes={host.registries} />,
    ],
  ]
  return (
    <>
      <dl className="grid grid-cols-[7rem_1fr] items-baseline gap-x-4 gap-y-1 text-sm sm:grid-cols-[12rem_1fr]">
        {facts
          .filter(([, value]) => value !== null)
          .map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-soft">{label}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
      {isManager && !host.erased && (
        <ButtonLink
          to={`${paths.staffHost(host.id)}/file`}
          reloadDocument
          kind="outline"
          size="small"
          className="self-start"
        >
          {m.staff_host_export()}
        </ButtonLink>
      )}
    </>
  )
}

function FactorText({ factor }: Pick<StaffAccount, 'factor'>) {
  const language = useLanguage()
  const momentOf = (at: Date) => formatMoment(at, language)
  if (!factor) return m.staff_factor_off()
  const { added_at, recovery_codes_left: count, recovery_due_at } = factor
  const since = m.staff_factor_on({ moment: momentOf(added_at), count })
  return recovery_due_at === null
    ? since
    : `${since}. ${m.staff_factor_due({ moment: momentOf(recovery_due_at) })}`
}

function Sessions({ sessions }: Pick<StaffAccount, 'sessions'>) {
  if (sessions.length === 0) return m.staff_nowhere()
  return (
    <ul>
      <SignedIn sessions={sessions} />
    </ul>
  )
}
