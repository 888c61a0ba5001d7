import type { ReactNode } from 'react'
import { formatDay } from '../../../base/dates.ts'
import type { Language } from '../../../base/language.ts'
import { m } from '../../../paraglide/messages.js'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { classNames } from '../../../ui/style/class-names.ts'
import type { ActionLookView, RegistryNames } from '../../action/look.rules.ts'
import { factName, factText } from '../audit-messages.ts'

type Confirm = NonNullable<ActionLookView['confirm']>

interface Fact {
  name: string
  was: string
  will: string
  isChanged: boolean
  isNew: boolean
}

/** Before and after; on a phone a fact that stays the same is shown once, and each value takes the whole width. */
export function ActionComparison({ about, before, after }: Pick<Confirm, 'about' | 'before' | 'after'>) {
  const language = useLanguage()
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const facts: Fact[] = names.map(name => ({
    name: factName(name),
    was: factText(name, before[name], language),
    will: factText(name, after[name], language),
    isChanged: before[name] !== after[name],
    isNew: before[name] === null || before[name] === undefined,
  }))
  if (about) {
    const text = registryText(about, language)
    facts.unshift({ name: m.common_registry(), was: text, will: text, isChanged: false, isNew: false })
  }
  return (
    <table aria-label={m.staff_action_comparison()} className="w-full text-sm max-md:block">
      <thead className="border-b border-edge max-md:sr-only">
        <tr>
          {[m.common_what(), m.common_before(), m.common_after()].map(label => (
            <th key={label} scope="col" className="py-1.5 pr-4 text-left font-semibold text-soft last:pr-0">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {facts.map(fact => (
          <FactRow key={fact.name} {...fact} />
        ))}
      </tbody>
    </table>
  )
}

function FactRow({ name, was, will, isChanged, isNew }: Fact) {
  const hasBoth = isChanged && !isNew
  const label = (text: string) => (isChanged ? text : null)
  return (
    <tr
      className={classNames(
        'border-b border-line align-top max-md:py-1.5',
        isChanged ? 'max-md:block' : 'max-md:flex max-md:gap-3',
      )}
    >
      <th
        scope="row"
        className={classNames(
          'py-1.5 pr-4 text-left font-normal max-md:p-0 max-md:text-soft',
          isChanged ? 'max-md:block' : 'max-md:w-28 max-md:shrink-0',
        )}
      >
        {name}
      </th>
      <Value label={label(m.common_before())} isOnPhones={hasBoth} isLabelled={hasBoth}>
        {was}
      </Value>
      <Value label={label(m.common_after())} isOnPhones isLabelled={hasBoth}>
        {isChanged ? <strong>{will}</strong> : will}
      </Value>
    </tr>
  )
}

function Value(props: {
  label: string | null
  isOnPhones: boolean
  isLabelled: boolean
  children: ReactNode
}) {
  const { label, isOnPhones, isLabelled, children } = props
  return (
    <td
      className={classNames(
        'py-1.5 pr-4 whitespace-pre-line wrap-anywhere last:pr-0 max-md:min-w-0 max-md:p-0',
        isOnPhones ? 'max-md:flex max-md:gap-3' : 'max-md:hidden',
      )}
    >
      {label && (
        <span
          aria-hidden="true"
          className={classNames('w-14 shrink-0 text-soft', isLabelled ? 'md:hidden' : 'hidden')}
        >
          {label}
        </span>
      )}
      <span className="min-w-0">{children}</span>
    </td>
  )
}

/** «Ελένη & Γιώργος, Wedding, 19 June 2027»; shown first, so that a mistyped code is noticed (R1025). */
function registryText({ name, event, day }: RegistryNames, language: Language): string {
  return [name, event, day === null ? m.ui_date_undecided() : formatDay(day, language)].join(', ')
}
