import { m } from '../../../paraglide/messages.js'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { factName, factText } from '../../audit/pages/audit-messages.ts'
import type { ActionLookView } from '../look-contract.ts'

/** What is known of what an action is about, above its fields. */
export function ActionSubject({ about }: Pick<ActionLookView, 'about'>) {
  const language = useLanguage()
  const known = Object.entries(about ?? {}).filter(([, value]) => value !== null)
  if (known.length === 0) return null
  return (
    <dl aria-label={m.staff_action_subject()} className="grid max-w-2xl text-sm">
      {known.map(([name, value]) => (
        <div key={name} className="flex gap-4 border-b border-line py-1.5">
          <dt className="w-40 shrink-0 text-soft">{factName(name)}</dt>
          <dd className="min-w-0 wrap-anywhere">{factText(name, value, language)}</dd>
        </div>
      ))}
    </dl>
  )
}
