import { useEffect, useRef } from 'react'
import { m } from '../../paraglide/messages.js'
import { fieldId } from './field.tsx'

export interface ErrorSummaryProps {
  /** Finished sentences by field name; `form` is what belongs to no single field. */
  errors: Record<string, string>
  /** Names of fields whose sentence alone would not tell which one is meant. */
  labels?: Record<string, string>
  /** Rises with each refused try, so that the summary takes the focus again. */
  submitCount?: number
}

/** What is wrong with a form, in one place, each line leading to its field; takes the focus when it appears. */
export function ErrorSummary({ errors, labels = {}, submitCount = 0 }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const wrong = Object.entries(errors)
  const shown = wrong.length > 0
  useEffect(() => {
    if (shown && submitCount >= 0) box.current?.focus()
  }, [shown, submitCount])
  if (!shown) return null
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="rounded-tile border border-pomegranate bg-rose/40 px-5 py-4"
    >
      <p className="font-semibold">{m.ui_form_errors({ count: wrong.length })}</p>
      <ul className="mt-2 flex flex-col gap-1">
        {wrong.map(([name, sentence]) => (
          <li key={name}>
            {name === 'form' ? (
              sentence
            ) : (
              <a href={`#${fieldId(name)}`} className="inline-block underline underline-offset-4">
                {labels[name] ? `${labels[name]}: ${sentence}` : sentence}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
