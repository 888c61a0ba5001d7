import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'

/** The same table as files for spreadsheets. */
export function MoneyFiles({ address, query }: { address: string; query: Record<string, string> }) {
  const to = (type: string) => `${address}?${new URLSearchParams({ ...query, type })}`
  return (
    <p className="flex flex-wrap gap-3">
      {['csv', 'xlsx'].map(type => (
        <ButtonLink key={type} to={to(type)} reloadDocument kind="outline" size="small">
          {m.staff_money_file({ type: type.toUpperCase() })}
        </ButtonLink>
      ))}
    </p>
  )
}
