import type { ReplyOf } from '../../../base/endpoint.ts'
import { m } from '../../../paraglide/messages.js'
import { ChangeList } from '../../../registry/history/pages/change-history.tsx'
import { addTimes } from '../../../registry/history/pages/change-times.ts'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { auditSubjectText, auditValuesText } from '../../audit/pages/audit-messages.ts'
import { CursorPager, StaffSection } from '../../frame/pages/staff-frame.tsx'
import { StaffTable } from '../../frame/pages/staff-table.tsx'
import { Moment } from '../../frame/pages/staff-text.tsx'
import type { listStaffHistory } from '../contract.ts'

type History = ReplyOf<typeof listStaffHistory>
type Told = Omit<History, 'acts'> & { acts: (History['acts'][number] & { what: string })[] }

/** What staff did, and what the hosts changed. */
export function HistoryPart({ list }: { list: Told }) {
  const language = useLanguage()
  return (
    <>
      <StaffSection title={m.staff_acts()} id="acts">
        <StaffTable
          label={m.staff_acts()}
          rows={list.acts}
          rowKey={act => act.id}
          empty={m.staff_audit_empty()}
          columns={[
            { label: m.staff_column_when(), cell: act => <Moment at={act.at} /> },
            { label: m.staff_column_who(), cell: act => act.person ?? m.staff_terminal() },
            { label: m.common_what(), cell: act => act.what },
            { label: m.staff_column_about(), cell: act => auditSubjectText(act), isCode: true },
            { label: m.common_before(), cell: act => auditValuesText(act.before, language) },
            { label: m.common_after(), cell: act => auditValuesText(act.after, language) },
            { label: m.staff_column_reason(), cell: act => act.reason },
          ]}
        />
        <CursorPager next={list.next} />
      </StaffSection>
      {list.changes.length > 0 && (
        <StaffSection title={m.hosting_history_title()} id="changes">
          <div className="-mt-3 text-sm">
            <ChangeList changes={addTimes(list.changes, language)} />
          </div>
        </StaffSection>
      )}
    </>
  )
}
