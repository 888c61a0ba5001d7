import { m } from '../../paraglide/messages.js'
import { ButtonLink } from '../form/button.tsx'

/** The same table as files for spreadsheets, the workbook first: its texts are texts, however it is opened (R717). */
export function TableFiles({ address, query = {} }: { address: string; query?: Record<string, string> }) {
  const to = (type: string) => `${address}?${new URLSearchParams({ ...query, type })}`
  return (
    <p className="no-print flex flex-wrap gap-3">
      {['xlsx', 'csv'].map(type => (
        <ButtonLink key={type} to={to(type)} reloadDocument kind="outline" size="small">
          {m.table_file({ type: type.toUpperCase() })}
        </ButtonLink>
      ))}
    </p>
  )
}
