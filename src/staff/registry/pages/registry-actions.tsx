import { m } from '../../../paraglide/messages.js'
import { buttonClasses } from '../../../ui/form/button.tsx'
import { ChevronIcon } from '../../../ui/media/icons.tsx'
import { DropdownMenu, dropdownPanelClasses } from '../../../ui/overlay/dropdown-menu.tsx'
import { ActionLinks } from '../../action/pages/action-links.tsx'
import type { StaffRegistryHead } from '../contract.ts'

/** What can be done for the hosts of a registry, in reach from each of its parts. */
export function RegistryActions({ head }: { head: StaffRegistryHead }) {
  const known = { registry: head.code }
  return (
    <DropdownMenu
      summary={
        <>
          {m.staff_actions()}
          <ChevronIcon />
        </>
      }
      className="relative"
      summaryClass={buttonClasses({ kind: 'outline', size: 'small' })}
      panelClass={dropdownPanelClasses}
    >
      <ActionLinks
        isMenu
        actions={[
          { name: 'line_placed', known },
          { name: 'receipt_recorded', known },
          { name: 'receipt_money_recorded', known },
          { name: 'gift_added', known },
          { name: 'money_moved', known },
          { name: 'registry_extended', known },
          ...(head.searchable ? [{ name: 'registry_hidden' as const, known }] : []),
        ]}
      />
    </DropdownMenu>
  )
}
